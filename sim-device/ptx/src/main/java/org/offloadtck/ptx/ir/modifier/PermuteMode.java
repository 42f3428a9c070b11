package org.offloadtck.ptx.ir.modifier;

/// The mode by which `prmt` selects bytes.
public enum PermuteMode implements Modifier {
    F4E("f4e"),
    B4E("b4e"),
    RC8("rc8"),
    ECL("ecl"),
    ECR("ecr"),
    RC16("rc16");

    private final String suffix;

    PermuteMode(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
