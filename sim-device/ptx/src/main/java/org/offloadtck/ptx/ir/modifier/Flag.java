package org.offloadtck.ptx.ir.modifier;

/// A modifier that is either there or not.
public enum Flag implements Modifier {
    /// Subnormal numbers are read and written as zero.
    FTZ("ftz"),
    /// Subnormal numbers are kept.
    NOFTZ("noftz"),
    /// The result is limited: to [0, 1], or to the range of the integer type.
    SAT("sat"),
    /// The carry is written.
    CC("cc"),
    APPROX("approx"),
    /// Fast division over the whole range.
    FULL("full"),
    /// The result is NaN if an operand is.
    NAN("NaN"),
    /// The sign is the exclusive or of the operands' signs.
    XORSIGN("xorsign"),
    /// Magnitudes are compared.
    ABS("abs"),
    /// A negative result is zero.
    RELU("relu"),
    /// A result too large for its format is the largest number of its sign.
    SATFINITE("satfinite"),
    /// Through the non-coherent cache.
    NC("nc"),
    UNIFIED("unified"),
    /// How far to shift left instead of the bit's position.
    SHIFTAMT("shiftamt"),
    /// All threads of the warp execute the same instruction.
    ALIGNED("aligned"),
    /// All active lanes go the same way.
    UNI("uni");

    private final String suffix;

    Flag(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
