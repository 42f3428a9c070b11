package org.offloadtck.ptx.ir.modifier;

/// Which matrix of `d = a * b + c` a `wmma` fragment is part of (PTX ISA §9.7.15).
public enum MatrixFragment implements Modifier {
    A("a"),
    B("b"),
    C("c"),
    D("d");

    private final String suffix;

    MatrixFragment(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
