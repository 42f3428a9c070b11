package org.offloadtck.ptx.matrix;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.ByteFloatType;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.NarrowFloatType;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.SubByteType;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// The type of the elements of a matrix (PTX ISA §9.7.15.2).
public enum MatrixElement {
    F16(PtxType.F16, 16),
    BF16(PtxType.BF16, 16),
    /// 32 bits, of which the upper 19 count.
    TF32(PtxType.TF32, 32),
    F32(PtxType.F32, 32),
    F64(PtxType.F64, 64),
    S32(PtxType.S32, 32),
    E4M3(ByteFloatType.E4M3, 8),
    E5M2(ByteFloatType.E5M2, 8),
    /// In the lower 6 bits of a byte.
    E2M3(NarrowFloatType.E2M3, 8),
    /// In the lower 6 bits of a byte.
    E3M2(NarrowFloatType.E3M2, 8),
    E2M1(NarrowFloatType.E2M1, 4),
    /// An `.e2m1` in the middle of a byte (PTX ISA 8.7 §9.7.14.5).
    E2M1_IN_BYTE(NarrowFloatType.E2M1, 8),
    U8(PtxType.U8, 8),
    S8(PtxType.S8, 8),
    U4(SubByteType.U4, 4),
    S4(SubByteType.S4, 4),
    B1(SubByteType.B1, 1);

    @SuppressWarnings("ImmutableEnumChecker") // a constant of an enum
    private final Modifier modifier;

    private final int bits;

    MatrixElement(Modifier modifier, int bits) {
        this.modifier = modifier;
        this.bits = bits;
    }

    /// The element types among the modifiers of an instruction, in the order of the mnemonic.
    static List<MatrixElement> among(List<Modifier> modifiers) {
        return modifiers.stream().flatMap(modifier -> of(modifier).stream()).toList();
    }

    private static Optional<MatrixElement> of(Modifier modifier) {
        return Stream.of(values()).filter(element -> element.modifier.equals(modifier)).findFirst();
    }

    public int bits() {
        return bits;
    }

    /// Whether the element is a floating-point number of 8 bits or fewer.
    public boolean isNarrowFloat() {
        return switch (this) {
            case E4M3, E5M2, E2M3, E3M2, E2M1, E2M1_IN_BYTE -> true;
            case F16, BF16, TF32, F32, F64, S32, U8, S8, U4, S4, B1 -> false;
        };
    }

    /// The element in a byte of its own.
    MatrixElement inByte() {
        return this == E2M1 ? E2M1_IN_BYTE : this;
    }

    /// Width of the registers of a fragment: elements of fewer bits are packed, the first in the
    /// low bits.
    public int registerBits() {
        return Math.max(bits, Integer.SIZE);
    }

    /// Elements in a register of a fragment.
    public int perRegister() {
        return registerBits() / bits;
    }

    /// As the mnemonic has it: `.f16`.
    @Override
    public String toString() {
        return "." + modifier.suffix();
    }
}
