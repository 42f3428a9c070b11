package org.offloadtck.engine.tensor;

import java.util.Arrays;
import java.util.Optional;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// The types of the elements of a tensor, and their codes in a map (PTX ISA 9.0 §9.7.9.26.1.1,
/// `.elemtype`).
public enum TensorElement {
    U8(0, PtxType.U8),
    U16(1, PtxType.U16),
    U32(2, PtxType.U32),
    S32(3, PtxType.S32),
    U64(4, PtxType.U64),
    S64(5, PtxType.S64),
    F16(6, PtxType.F16),
    F32(7, PtxType.F32),
    /// As [#F32]; a load flushes subnormal numbers.
    F32_FTZ(8, PtxType.F32),
    F64(9, PtxType.F64),
    BF16(10, PtxType.BF16),
    /// As [#F32]: the bits that a product of matrices ignores are copied, which is assumed.
    TF32(11, PtxType.F32),
    TF32_FTZ(12, PtxType.F32),
    /// Packed elements of 4 and 6 bits, which are not simulated.
    B4X16(13, PtxType.B8),
    B4X16_P64(14, PtxType.B8),
    B6X16_P32(15, PtxType.B8);

    private final int code;
    private final PtxType type;

    TensorElement(int code, PtxType type) {
        this.code = code;
        this.type = type;
    }

    static Optional<TensorElement> of(int code) {
        return Arrays.stream(values()).filter(each -> each.code == code).findFirst();
    }

    public int code() {
        return code;
    }

    /// The type by which a reduction combines elements.
    public PtxType type() {
        return type;
    }

    public int bytes() {
        return type.bytes();
    }

    public boolean isPacked() {
        return this == B4X16 || this == B4X16_P64 || this == B6X16_P32;
    }

    public boolean isFloat() {
        return type.isFloat();
    }

    /// Whether a load flushes subnormal numbers.
    public boolean isFlushed() {
        return this == F32_FTZ || this == TF32_FTZ;
    }
}
