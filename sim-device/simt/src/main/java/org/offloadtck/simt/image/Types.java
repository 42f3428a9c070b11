package org.offloadtck.simt.image;

import org.offloadtck.ptx.ir.Modifiers;
import org.offloadtck.ptx.ir.PtxType;
import org.offloadtck.ptx.ir.Rounding;
import org.offloadtck.simt.semantics.Integers.Signedness;
import org.offloadtck.simt.semantics.Integers.Width;
import org.offloadtck.simt.semantics.RoundingMode;

/// What PTX types and modifiers mean to the semantics.
final class Types {

    private Types() {}

    /// How an integer or bit type is held.
    static Width width(PtxType type) {
        return switch (type.kind()) {
            case SIGNED -> new Width(type.bits(), Signedness.SIGNED);
            case BITS, UNSIGNED -> new Width(type.bits(), Signedness.UNSIGNED);
            case FLOAT, PREDICATE, OPAQUE -> throw unsupported(type);
        };
    }

    static boolean isFloat(PtxType type) {
        return type.kind() == PtxType.Kind.FLOAT;
    }

    static boolean isSigned(PtxType type) {
        return type.kind() == PtxType.Kind.SIGNED;
    }

    /// The rounding of arithmetic, to nearest where none is written.
    static RoundingMode rounding(Modifiers modifiers) {
        return switch (modifiers.or(Rounding.RN)) {
            case RN, RNI -> RoundingMode.NEAREST;
            case RZ, RZI -> RoundingMode.ZERO;
            case RM, RMI -> RoundingMode.DOWN;
            case RP, RPI -> RoundingMode.UP;
            case RNA -> throw new Undecodable("rounding .rna is not supported");
        };
    }

    static Undecodable unsupported(PtxType type) {
        return new Undecodable("type .%s is not supported".formatted(type.suffix()));
    }

    /// Refuses types of more than 64 bits or of several numbers.
    static void requireScalar(PtxType type) {
        switch (type) {
            case B128,
                    U16X2,
                    S16X2,
                    F16X2,
                    BF16,
                    BF16X2,
                    TF32,
                    F32X2,
                    E4M3X2,
                    E5M2X2,
                    TEXREF,
                    SAMPLERREF,
                    SURFREF ->
                    throw unsupported(type);
            case B8, B16, B32, B64, U8, U16, U32, U64, S8, S16, S32, S64, F16, F32, F64, PRED -> {}
        }
    }
}
