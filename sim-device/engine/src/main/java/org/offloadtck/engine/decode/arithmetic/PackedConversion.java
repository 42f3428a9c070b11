package org.offloadtck.engine.decode.arithmetic;

import static org.offloadtck.engine.semantics.Floats.f32;

import java.util.function.DoubleUnaryOperator;
import org.offloadtck.engine.semantics.Conversions;
import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.engine.semantics.NarrowFormat;
import org.offloadtck.engine.semantics.NarrowFormat.Overflow;
import org.offloadtck.engine.semantics.RandomRounding;
import org.offloadtck.engine.semantics.RoundingMode;
import org.offloadtck.engine.semantics.ScaleFormat;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.Rounding;

/// `cvt` to two numbers of a narrow format, from two registers or from one that holds both (PTX ISA
/// 9.2 §9.7.9.22). The first operand, or the upper half of the only one, becomes the upper half.
public final class PackedConversion {

    /// Bits of a fraction of `.s2f6`, a fixed-point number in two's complement.
    private static final double FIXED_UNITS = 64;

    /// The greatest `.s2f6`.
    private static final long GREATEST_FIXED = 127;

    private final Operation operation;
    private final PtxType to;
    private final PtxType from;
    private final Overflow overflow;
    private final boolean rectifies;

    public PackedConversion(Operation operation) {
        this.operation = operation;
        this.to = operation.resultType();
        this.from = operation.type();
        this.rectifies = operation.modifiers().has(Flag.RELU);
        this.overflow = operation.modifiers().has(Flag.SATFINITE) ? Overflow.FINITE : unlimited();
    }

    private Overflow unlimited() {
        return isRandom() ? Overflow.INFINITE : Overflow.ROUNDED;
    }

    private boolean isRandom() {
        return operation.modifiers().or(Rounding.RN) == Rounding.RS;
    }

    /// The type that a constant operand is read as: random bits and factors are last.
    public static PtxType operandType(Operation operation, int index) {
        var modifiers = operation.modifiers();
        boolean isLast = index + 2 == operation.operands().size();
        boolean isExtended = modifiers.has(Flag.SCALED) || modifiers.or(Rounding.RN) == Rounding.RS;
        return isLast && isExtended ? PtxType.B32 : operation.type();
    }

    public LaneFunction function() {
        if (to.numbers() != 2) {
            throw TypeSemantics.unsupported(to);
        }
        var source = source();
        if (isRandom()) {
            return random(source);
        }
        var encoder = encoder(rounding());
        if (operation.modifiers().has(Flag.SCALED)) {
            return scaled(source, encoder);
        }
        return (a, b, _) ->
                pair(
                        encoder.encode(limited(source.high(a))),
                        encoder.encode(limited(source.low(a, b))));
    }

    /// The numbers of the operands.
    private interface Source {
        double high(long a);

        double low(long a, long b);
    }

    private Source source() {
        return switch (from) {
            case F32 -> ofTwo();
            case F16X2 -> ofOne(NarrowFormat.HALF::decode);
            case BF16X2 -> ofOne(NarrowFormat.BRAIN::decode);
            case E4M3X2 -> ofOne(NarrowFormat.E4M3::decode);
            case E5M2X2 -> ofOne(NarrowFormat.E5M2::decode);
            case E2M3X2 -> ofOne(NarrowFormat.E2M3::decode);
            case E3M2X2 -> ofOne(NarrowFormat.E3M2::decode);
            case E2M1X2 -> ofOne(NarrowFormat.E2M1::decode);
            case UE8M0X2 -> ofOne(ScaleFormat.UE8M0::decode);
            case S2F6X2 -> ofOne(bits -> (byte) bits / FIXED_UNITS);
            default -> throw TypeSemantics.unsupported(from);
        };
    }

    private Source ofTwo() {
        return new Source() {
            @Override
            public double high(long a) {
                return f32(a);
            }

            @Override
            public double low(long a, long b) {
                return f32(b);
            }
        };
    }

    private Source ofOne(Decoder decoder) {
        int bits = from.bits() / from.numbers();
        return new Source() {
            @Override
            public double high(long a) {
                return decoder.decode(a >>> bits);
            }

            @Override
            public double low(long a, long b) {
                return decoder.decode(a);
            }
        };
    }

    /// Numbers that become wider are multiplied by their factors, others divided.
    private LaneFunction scaled(Source source, Encoder encoder) {
        boolean widens = to.bits() / to.numbers() > from.bits() / from.numbers();
        boolean ofTwo = from == PtxType.F32;
        return (a, b, c) -> {
            long factors = ofTwo ? c : b;
            double high = ScaleFormat.UE8M0.decode(factors >>> Byte.SIZE);
            double low = ScaleFormat.UE8M0.decode(factors);
            double first = source.high(a) * (widens ? high : 1 / high);
            double second = source.low(a, b) * (widens ? low : 1 / low);
            return pair(encoder.encode(limited(first)), encoder.encode(limited(second)));
        };
    }

    private LaneFunction random(Source source) {
        var layout = RandomRounding.Layout.of(to.bits() / 2, isHalf());
        return (a, b, c) ->
                pair(
                        encoder(RandomRounding.of(layout.first(c), layout.bits()))
                                .encode(limited(source.high(a))),
                        encoder(RandomRounding.of(layout.second(c), layout.bits()))
                                .encode(limited(source.low(a, b))));
    }

    private boolean isHalf() {
        return to == PtxType.F16X2;
    }

    private DoubleUnaryOperator rounding() {
        var mode = TypeSemantics.rounding(operation.modifiers());
        return value -> Conversions.round(value, mode);
    }

    private Encoder encoder(DoubleUnaryOperator integral) {
        return switch (to) {
            case F16X2 -> value -> NarrowFormat.HALF.encode(value, integral, overflow);
            case BF16X2 -> value -> NarrowFormat.BRAIN.encode(value, integral, overflow);
            case E4M3X2 -> value -> NarrowFormat.E4M3.encode(value, integral, overflow);
            case E5M2X2 -> value -> NarrowFormat.E5M2.encode(value, integral, overflow);
            case E2M3X2 -> value -> NarrowFormat.E2M3.encode(value, integral, overflow);
            case E3M2X2 -> value -> NarrowFormat.E3M2.encode(value, integral, overflow);
            case E2M1X2 -> value -> NarrowFormat.E2M1.encode(value, integral, overflow);
            case UE8M0X2 -> value -> ScaleFormat.power(value, direction(), overflow);
            case S2F6X2 -> value -> fixed(value, integral);
            default -> throw TypeSemantics.unsupported(to);
        };
    }

    private RoundingMode direction() {
        return TypeSemantics.rounding(operation.modifiers());
    }

    private static long fixed(double value, DoubleUnaryOperator integral) {
        if (Double.isNaN(value)) {
            return GREATEST_FIXED;
        }
        double units = integral.applyAsDouble(value * FIXED_UNITS);
        return (long) Math.clamp(units, -GREATEST_FIXED, GREATEST_FIXED) & 0xff;
    }

    private long pair(long high, long low) {
        return high << (to.bits() / 2) | low;
    }

    private double limited(double value) {
        return rectifies && value <= 0 ? 0 : value;
    }

    private interface Encoder {
        long encode(double value);
    }

    private interface Decoder {
        double decode(long bits);
    }
}
