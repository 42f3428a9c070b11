package org.offloadtck.ptx.ir.modifier;

/// What a funnel shift does with a count past 31.
public enum ShiftBound implements Modifier {
    CLAMP("clamp"),
    WRAP("wrap");

    private final String suffix;

    ShiftBound(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
