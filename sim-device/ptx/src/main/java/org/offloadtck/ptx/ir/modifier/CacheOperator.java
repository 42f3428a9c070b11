package org.offloadtck.ptx.ir.modifier;

/// Where a load or store is cached (PTX ISA §9.7.9.1); performance only.
public enum CacheOperator implements Modifier {
    CA("ca"),
    CG("cg"),
    CS("cs"),
    LU("lu"),
    CV("cv"),
    WB("wb"),
    WT("wt");

    private final String suffix;

    CacheOperator(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
