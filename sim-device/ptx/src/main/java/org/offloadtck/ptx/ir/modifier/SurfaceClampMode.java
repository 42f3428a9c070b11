package org.offloadtck.ptx.ir.modifier;

/// What an access beyond a surface does (PTX ISA §9.7.11.1).
public enum SurfaceClampMode implements Modifier {
    TRAP("trap"),
    /// It goes to the nearest place within.
    CLAMP("clamp"),
    /// It reads zero and writes nothing.
    ZERO("zero");

    private final String suffix;

    SurfaceClampMode(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
