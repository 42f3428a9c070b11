package org.offloadtck.engine.matrix;

import org.offloadtck.engine.semantics.ScaleFormat;
import org.offloadtck.ptx.matrix.MatrixElement;

/// The types of the elements of factors of `tcgen05.mma` and of their scale factors (PTX ISA 9.0
/// §9.7.16.2.1). A `float` holds each of their numbers exactly.
///
/// The narrow types are those of the *OCP Microscaling Formats Specification* 1.0 §5.3 and §5.4.1;
/// `UE4M3` is `E4M3` without a sign.
public enum TensorCoreElement {
    F16(16, 16, -14),
    BF16(16, 16, Float.MIN_EXPONENT),
    TF32(32, 32, Float.MIN_EXPONENT),
    E4M3(8, 8, -6),
    E5M2(8, 8, -14),
    E2M3(6, 8, 0),
    E3M2(6, 8, -2),
    E2M1(4, 8, 0),
    /// [#E2M1] of the kinds that pack two elements in a byte.
    E2M1_PACKED(4, 4, 0),
    U8(8, 8, Factors.NO_EXPONENT),
    S8(8, 8, Factors.NO_EXPONENT),
    UE8M0(8, 8, -127),
    UE4M3(8, 8, -6);

    private final int bits;
    private final int container;
    private final int least;

    TensorCoreElement(int bits, int container, int least) {
        this.bits = bits;
        this.container = container;
        this.least = least;
    }

    /// Bits of an element.
    public int bits() {
        return bits;
    }

    /// Bits that an element takes on average in 16 bytes of shared memory, and in tensor memory.
    public int containerBits() {
        return container;
    }

    public boolean isInteger() {
        return this == U8 || this == S8;
    }

    /// The exponent of the subnormal numbers.
    int leastExponent() {
        return least;
    }

    /// The number that an element denotes.
    ///
    /// @param element in the low bits, zeros above
    float number(long element) {
        return switch (this) {
            case F16 -> ElementCodec.single(MatrixElement.F16, element);
            case BF16 -> ElementCodec.single(MatrixElement.BF16, element);
            case TF32 -> ElementCodec.single(MatrixElement.TF32, element);
            case E4M3 -> ElementCodec.single(MatrixElement.E4M3, element);
            case E5M2 -> ElementCodec.single(MatrixElement.E5M2, element);
            case U8 -> ElementCodec.single(MatrixElement.U8, element);
            case S8 -> ElementCodec.single(MatrixElement.S8, element);
            case E2M3 -> ElementCodec.single(MatrixElement.E2M3, element);
            case E3M2 -> ElementCodec.single(MatrixElement.E3M2, element);
            case E2M1, E2M1_PACKED -> ElementCodec.single(MatrixElement.E2M1, element);
            case UE8M0 -> (float) ScaleFormat.UE8M0.decode(element);
            case UE4M3 -> (float) ScaleFormat.UE4M3.decode(element);
        };
    }
}
