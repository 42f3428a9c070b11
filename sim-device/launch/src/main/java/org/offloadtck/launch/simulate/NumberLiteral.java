package org.offloadtck.launch.simulate;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// A number as text: `1024`, `-3`, `0x1f`, `2.5`, `0x1p-1`.
///
/// Whether the text is a number depends on the type that it is read as.
public record NumberLiteral(String text) {

    private static final int BITS_OF_DIGIT = 4;

    /// The type of that name, if a number can have it: `f32`, `u8`.
    public static Optional<PtxType> type(String name) {
        return types().filter(type -> type.suffix().equals(name)).findFirst();
    }

    /// The names of all types of numbers, for messages.
    public static String typeNames() {
        return types().map(PtxType::suffix).collect(Collectors.joining(", "));
    }

    private static Stream<PtxType> types() {
        return Arrays.stream(PtxType.values()).filter(NumberLiteral::isNumber);
    }

    /// Whether a value of the type is one number.
    private static boolean isNumber(PtxType type) {
        return switch (type) {
            case B8, B16, B32, B64, U8, U16, U32, U64, S8, S16, S32, S64, F16, BF16, F32, F64 ->
                    true;
            case B128,
                    U16X2,
                    S16X2,
                    U8X4,
                    S8X4,
                    F16X2,
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
                    PRED,
                    TEXREF,
                    SAMPLERREF,
                    SURFREF ->
                    false;
        };
    }

    /// The bits of a 64-bit integer, signed or unsigned, decimal or `0x…`; empty if the text is
    /// none.
    public OptionalLong integer() {
        return bits(PtxType.B64);
    }

    /// The bits of a number of that type, zero-extended; empty if the text is none, or one that
    /// does not fit.
    OptionalLong bits(PtxType type) {
        return type.kind() == PtxType.Kind.FLOAT ? floating(text, type) : integer(text, type);
    }

    private static OptionalLong integer(String text, PtxType type) {
        boolean isNegative = text.startsWith("-");
        var magnitude = isNegative ? text.substring(1) : text;
        boolean isHexadecimal = magnitude.startsWith("0x");
        var digits = isHexadecimal ? magnitude.substring(2) : magnitude;
        int radix = isHexadecimal ? 16 : 10;
        if (digits.isEmpty() || !digits.chars().allMatch(c -> Character.digit(c, radix) >= 0)) {
            return OptionalLong.empty();
        }
        var value = new BigInteger(isNegative ? "-" + digits : digits, radix);
        boolean fits = value.bitLength() <= (isNegative ? type.bits() - 1 : type.bits());
        long mask = -1L >>> (Long.SIZE - type.bits());
        return fits ? OptionalLong.of(value.longValue() & mask) : OptionalLong.empty();
    }

    private static OptionalLong floating(String text, PtxType type) {
        try {
            if (type == PtxType.F32) {
                return OptionalLong.of(
                        Float.floatToRawIntBits(Float.parseFloat(text)) & 0xffff_ffffL);
            }
            long raw = Double.doubleToRawLongBits(Double.parseDouble(text));
            return OptionalLong.of(new Immediate.Float64(raw).bits(type));
        } catch (NumberFormatException _) {
            return OptionalLong.empty();
        }
    }

    /// The shortest text that gives back these bits of a number of that type.
    static NumberLiteral of(long bits, PtxType type) {
        return new NumberLiteral(text(bits, type));
    }

    private static String text(long bits, PtxType type) {
        return switch (type.kind()) {
            case FLOAT -> floating(bits, type);
            case SIGNED -> {
                int unused = Long.SIZE - type.bits();
                yield Long.toString(bits << unused >> unused);
            }
            case UNSIGNED -> Long.toUnsignedString(bits);
            case BITS -> "0x" + HexFormat.of().toHexDigits(bits, type.bits() / BITS_OF_DIGIT);
            case PREDICATE, OPAQUE -> throw new IllegalArgumentException(type.suffix());
        };
    }

    private static String floating(long bits, PtxType type) {
        return switch (type) {
            case F16 -> Float.toString(Float.float16ToFloat((short) bits));
            case BF16 -> Float.toString(Float.intBitsToFloat((int) bits << Short.SIZE));
            case F32 -> Float.toString(Float.intBitsToFloat((int) bits));
            default -> Double.toString(Double.longBitsToDouble(bits));
        };
    }
}
