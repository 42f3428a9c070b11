package org.offloadtck.ptx.ir.modifier;

/// A modifier that is either present or absent.
public enum Flag implements Modifier {
    /// Subnormal operands and results are flushed to zero.
    FTZ("ftz"),
    /// Subnormal operands and results are kept.
    NOFTZ("noftz"),
    /// The result saturates: to [0, 1], or to the range of the integer type.
    SAT("sat"),
    /// Writes the carry flag.
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
    /// A result that overflows its format becomes the largest finite number of its sign.
    SATFINITE("satfinite"),
    /// A factor of type `.ue8m0` for each of two numbers.
    SCALED("scaled::n2::ue8m0"),
    /// Uses the non-coherent cache.
    NC("nc"),
    UNIFIED("unified"),
    /// Returns the left shift amount instead of the position of the bit.
    SHIFTAMT("shiftamt"),
    /// All threads of the warp execute the same instruction.
    ALIGNED("aligned"),
    /// All active lanes take the same path.
    UNI("uni"),
    /// A matrix is transposed while it is moved.
    TRANS("trans"),
    /// The copies that an arrival waits for do not count as pending arrivals.
    NOINC("noinc"),
    /// Bits select the bytes of each 16 that are copied.
    CP_MASK("cp_mask"),
    /// The box of a tensor has the shape that the tensor map states.
    TILE("tile"),
    /// Four rows of a tensor are loaded.
    GATHER("tile::gather4"),
    /// Four rows of a tensor are stored.
    SCATTER("tile::scatter4"),
    /// Two neighbouring columns of 16 bits are in one register.
    PACK("pack::16b"),
    /// As [#PACK], when registers are stored.
    UNPACK("unpack::16b"),
    /// The rows of the first factor are shifted by one.
    ASHIFT("ashift"),
    /// One is added to the sum.
    PO("po");

    private final String suffix;

    Flag(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
