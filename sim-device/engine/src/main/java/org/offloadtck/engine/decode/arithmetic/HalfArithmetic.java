package org.offloadtck.engine.decode.arithmetic;

import java.util.function.DoubleBinaryOperator;
import org.offloadtck.engine.decode.arithmetic.Computation.PerLane;
import org.offloadtck.engine.semantics.Floats;
import org.offloadtck.engine.semantics.HalfFormat;
import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// Selects the computation of half precision instructions, scalar and packed (PTX ISA §9.7.4).
public final class HalfArithmetic {

    private final Operation operation;
    private final HalfFormat format;
    private final boolean flushes;

    public HalfArithmetic(Operation operation) {
        this.operation = operation;
        this.format = format(operation.type());
        this.flushes = operation.modifiers().has(Flag.FTZ);
    }

    public static boolean isHalf(PtxType type) {
        return switch (type) {
            case F16, F16X2, BF16, BF16X2 -> true;
            default -> false;
        };
    }

    private static HalfFormat format(PtxType type) {
        return type == PtxType.F16 || type == PtxType.F16X2 ? HalfFormat.IEEE : HalfFormat.BRAIN;
    }

    public Computation computation() {
        return new PerLane(inType(function(), operation.type()));
    }

    /// The function of `atom.add` and `red.add`.
    static LaneFunction sum(PtxType type) {
        var format = format(type);
        return inType(
                (a, b, _) -> format.encode(HalfFormat.sum(format.decode(a), format.decode(b))),
                type);
    }

    /// The function of `atom.min`, `atom.max`, `red.min` and `red.max`.
    static LaneFunction extreme(DoubleBinaryOperator choice, PtxType type) {
        var format = format(type);
        return inType(
                (a, b, _) ->
                        format.encode(choice.applyAsDouble(format.decode(a), format.decode(b))),
                type);
    }

    private static LaneFunction inType(LaneFunction half, PtxType type) {
        return type.isPacked() ? half.packed(Short.SIZE) : half;
    }

    private LaneFunction function() {
        return switch (operation.opcode()) {
            case NEG -> of((a, _, _) -> -a);
            case ABS -> of((a, _, _) -> Math.abs(a));
            case ADD -> of((a, b, _) -> HalfFormat.sum(a, b));
            case SUB -> of((a, b, _) -> HalfFormat.sum(a, -b));
            case MUL -> of((a, b, _) -> a * b);
            case FMA -> of((a, b, c) -> HalfFormat.sum(a * b, c));
            case MIN, MAX -> of(new FloatMinMax(operation)::of);
            case EX2 -> of((a, _, _) -> StrictMath.pow(2, a));
            case TANH -> of((a, _, _) -> StrictMath.tanh(a));
            default -> throw TypeSemantics.unsupported(operation.type());
        };
    }

    private LaneFunction of(Exact function) {
        boolean saturates = operation.modifiers().has(Flag.SAT);
        boolean rectifies = operation.modifiers().has(Flag.RELU);
        return (a, b, c) -> {
            double result = function.of(operand(a), operand(b), operand(c));
            double rectified = rectifies && result <= 0 ? 0 : result;
            double limited = saturates ? Floats.saturate(rectified) : rectified;
            return format.encode(flushes ? format.flush(limited) : limited);
        };
    }

    private double operand(long bits) {
        double value = format.decode(bits);
        return flushes ? format.flush(value) : value;
    }

    /// Computes the exact result, or the result rounded to odd.
    private interface Exact {
        double of(double a, double b, double c);
    }
}
