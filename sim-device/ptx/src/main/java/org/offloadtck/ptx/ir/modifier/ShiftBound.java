package org.offloadtck.ptx.ir.modifier;

/// The treatment of shift counts above 31 by a funnel shift.
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
