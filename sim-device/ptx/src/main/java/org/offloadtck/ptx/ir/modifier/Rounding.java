package org.offloadtck.ptx.ir.modifier;

/// The rounding mode (PTX ISA §6.5.2).
public enum Rounding implements Modifier {
    /// To nearest, ties to even.
    RN("rn"),
    /// Towards zero.
    RZ("rz"),
    /// Towards minus infinity.
    RM("rm"),
    /// Towards plus infinity.
    RP("rp"),
    /// To nearest, ties away from zero.
    RNA("rna"),
    /// Up or down as the carry of random bits says that are added to the bits cut off.
    RS("rs"),
    /// To a whole number, to nearest, ties to even.
    RNI("rni"),
    /// To a whole number, towards zero.
    RZI("rzi"),
    /// To a whole number, towards minus infinity.
    RMI("rmi"),
    /// To a whole number, towards plus infinity.
    RPI("rpi");

    private final String suffix;

    Rounding(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
