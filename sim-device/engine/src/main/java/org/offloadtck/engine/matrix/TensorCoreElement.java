package org.offloadtck.engine.matrix;

import org.offloadtck.ptx.matrix.MatrixElement;

/// The types of the elements of factors of `tcgen05.mma` (PTX ISA 9.0 §9.7.16.2.1). A `float` holds
/// each of their numbers exactly.
public enum TensorCoreElement {
    F16(MatrixElement.F16, 16, 16),
    BF16(MatrixElement.BF16, 16, 16),
    TF32(MatrixElement.TF32, 32, 32),
    E4M3(MatrixElement.E4M3, 8, 8),
    E5M2(MatrixElement.E5M2, 8, 8),
    E2M3(MatrixElement.E2M3, 6, 8),
    E3M2(MatrixElement.E3M2, 6, 8),
    E2M1(MatrixElement.E2M1, 4, 8),
    /// [#E2M1] of the kinds that pack two elements in a byte.
    E2M1_PACKED(MatrixElement.E2M1, 4, 4),
    U8(MatrixElement.U8, 8, 8),
    S8(MatrixElement.S8, 8, 8);

    private final MatrixElement element;
    private final int bits;
    private final int container;

    TensorCoreElement(MatrixElement element, int bits, int container) {
        this.element = element;
        this.bits = bits;
        this.container = container;
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

    /// The exponent of the subnormal numbers, or [Factors#NO_EXPONENT].
    int leastExponent() {
        return Factors.leastExponent(element);
    }

    /// The number that an element denotes.
    ///
    /// @param bits of the element in the low bits, zeros above
    float number(long bits) {
        return ElementCodec.single(element, bits);
    }
}
