package org.offloadtck.engine.decode.arithmetic;

import org.offloadtck.engine.semantics.Integers.Signedness;
import org.offloadtck.engine.semantics.Integers.Width;
import org.offloadtck.engine.semantics.RoundingMode;
import org.offloadtck.ptx.ir.modifier.Modifiers;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.Rounding;

/// Maps PTX types and modifiers to those of the semantics.
public final class TypeSemantics {

    private TypeSemantics() {}

    /// The width and signedness of an integer or bit type.
    public static Width width(PtxType type) {
        return switch (type.kind()) {
            case SIGNED -> new Width(type.bits(), Signedness.SIGNED);
            case BITS, UNSIGNED -> new Width(type.bits(), Signedness.UNSIGNED);
            case FLOAT, PREDICATE, OPAQUE -> throw unsupported(type);
        };
    }

    /// The rounding mode of arithmetic; to nearest if none is stated.
    static RoundingMode rounding(Modifiers modifiers) {
        return switch (modifiers.or(Rounding.RN)) {
            case RN, RNI -> RoundingMode.NEAREST;
            case RZ, RZI -> RoundingMode.ZERO;
            case RM, RMI -> RoundingMode.DOWN;
            case RP, RPI -> RoundingMode.UP;
            case RNA, RS ->
                    throw new UnsupportedInstructionException(
                            "rounding .%s is not supported"
                                    .formatted(modifiers.or(Rounding.RN).suffix()));
        };
    }

    public static UnsupportedInstructionException unsupported(PtxType type) {
        return new UnsupportedInstructionException(
                "type .%s is not supported".formatted(type.suffix()));
    }

    /// Rejects types of more than 64 bits and packed types.
    public static void requireScalar(PtxType type) {
        switch (type) {
            case B128,
                    U16X2,
                    S16X2,
                    U8X4,
                    S8X4,
                    F16X2,
                    BF16,
                    BF16X2,
                    TF32,
                    F32X2,
                    E4M3X2,
                    E5M2X2,
                    E2M1X2,
                    E2M3X2,
                    E3M2X2,
                    UE8M0X2,
                    S2F6X2,
                    E2M1X4,
                    E4M3X4,
                    E5M2X4,
                    E2M3X4,
                    E3M2X4,
                    TEXREF,
                    SAMPLERREF,
                    SURFREF ->
                    throw unsupported(type);
            case B8, B16, B32, B64, U8, U16, U32, U64, S8, S16, S32, S64, F16, F32, F64, PRED -> {}
        }
    }
}
