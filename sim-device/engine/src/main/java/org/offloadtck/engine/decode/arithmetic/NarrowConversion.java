package org.offloadtck.engine.decode.arithmetic;

import static org.offloadtck.engine.semantics.Floats.f32;
import static org.offloadtck.engine.semantics.Floats.f64;

import java.util.function.DoubleUnaryOperator;
import org.offloadtck.engine.semantics.Conversions;
import org.offloadtck.engine.semantics.Floats;
import org.offloadtck.engine.semantics.HalfFormat;
import org.offloadtck.engine.semantics.Integers;
import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.engine.semantics.NarrowFormat;
import org.offloadtck.engine.semantics.NarrowFormat.Overflow;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.Rounding;

/// `cvt` to one number of a floating-point format narrower than `.f32` (PTX ISA §9.7.9.21).
public final class NarrowConversion {

    /// Position of the lowest bit of a `.tf32` in its register.
    private static final int TENSOR_SHIFT = 13;

    private final Operation operation;
    private final PtxType to;
    private final PtxType from;
    private final DoubleUnaryOperator integral;
    private final Overflow overflow;

    public NarrowConversion(Operation operation) {
        this.operation = operation;
        this.to = operation.resultType();
        this.from = operation.type();
        this.integral = integral(operation);
        this.overflow =
                operation.modifiers().has(Flag.SATFINITE) ? Overflow.FINITE : Overflow.ROUNDED;
    }

    public static boolean isTo(PtxType type) {
        return switch (type) {
            case F16, BF16, TF32 -> true;
            default -> false;
        };
    }

    private static DoubleUnaryOperator integral(Operation operation) {
        if (operation.modifiers().or(Rounding.RN) == Rounding.RNA) {
            return NarrowFormat.NEAREST_AWAY;
        }
        var mode = TypeSemantics.rounding(operation.modifiers());
        return value -> Conversions.round(value, mode);
    }

    public LaneFunction function() {
        return switch (to) {
            case F16 -> one(NarrowFormat.HALF);
            case BF16 -> one(NarrowFormat.BRAIN);
            case TF32 -> tensor();
            default -> throw TypeSemantics.unsupported(to);
        };
    }

    private LaneFunction one(NarrowFormat format) {
        if (from != PtxType.BF16) {
            TypeSemantics.requireScalar(from);
        }
        boolean whole =
                switch (operation.modifiers().or(Rounding.RN)) {
                    case RNI, RZI, RMI, RPI -> true;
                    case RN, RZ, RM, RP, RNA, RS -> false;
                };
        if (whole) {
            return (a, _, _) ->
                    format.encode(limited(integral.applyAsDouble(number(a))), Math::rint, overflow);
        }
        if (from == PtxType.F64 && !operation.modifiers().has(Flag.SAT)) {
            return (a, _, _) ->
                    Double.isNaN(f64(a))
                            ? format.narrowedNan(a)
                            : format.encode(limited(f64(a)), integral, overflow);
        }
        return (a, _, _) -> format.encode(limited(number(a)), integral, overflow);
    }

    private LaneFunction tensor() {
        var narrow = one(NarrowFormat.TENSOR);
        boolean keepsNan = operation.modifiers().or(Rounding.RN) == Rounding.RNA;
        return (a, b, c) ->
                keepsNan && Double.isNaN(number(a))
                        ? tensorNan(a)
                        : narrow.apply(a, b, c) << TENSOR_SHIFT;
    }

    /// `cvt.rna.tf32` truncates a NaN; `.satfinite` takes the number before it, as for an infinity
    /// (observed on an H200).
    private long tensorNan(long bits) {
        long truncated = bits >>> TENSOR_SHIFT;
        return (overflow == Overflow.FINITE ? truncated - 1 : truncated) << TENSOR_SHIFT;
    }

    /// The source as an exact number, or as one that rounds as the exact number does. `.ftz` does
    /// not flush it on the way to `.f16`: a subnormal rounds up to the least `.f16`
    /// (`docs/ptx-isa.md`, P5).
    private double number(long bits) {
        boolean flushes = to != PtxType.F16 && operation.modifiers().has(Flag.FTZ);
        return switch (from) {
            case F64 -> f64(bits);
            case F32 -> flushes ? Floats.flush(f32(bits)) : f32(bits);
            case F16 -> Floats.f16(bits);
            case BF16 -> HalfFormat.BRAIN.decode(bits);
            default ->
                    Conversions.toOdd(
                            Integers.truncate(bits, from.bits()), TypeSemantics.width(from));
        };
    }

    private double limited(double value) {
        double positive = operation.modifiers().has(Flag.RELU) && value <= 0 ? 0 : value;
        return operation.modifiers().has(Flag.SAT) ? Floats.saturate(positive) : positive;
    }
}
