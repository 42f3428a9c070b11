package org.offloadtck.engine.decode.arithmetic;

import static org.offloadtck.engine.semantics.Floats.bits;
import static org.offloadtck.engine.semantics.Floats.f32;
import static org.offloadtck.engine.semantics.Floats.f64;

import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.decode.arithmetic.Computation.Direct;
import org.offloadtck.engine.decode.arithmetic.Computation.PerLane;
import org.offloadtck.engine.decode.arithmetic.Computation.WithConstant;
import org.offloadtck.engine.semantics.Approximations;
import org.offloadtck.engine.semantics.Floats;
import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.engine.semantics.RoundedArithmetic;
import org.offloadtck.engine.semantics.RoundingMode;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Selects the computation of single and double precision instructions (PTX ISA §9.7.3).
///
/// Requirement: SD-26.
public final class FloatArithmetic {

    private static final long SIGN32 = 0x8000_0000L;

    private final Operation operation;
    private final RoundingMode mode;
    private final boolean flushes;
    private final boolean saturates;
    private final boolean approximates;

    public FloatArithmetic(Operation operation) {
        this.operation = operation;
        this.mode = TypeSemantics.rounding(operation.modifiers());
        this.flushes = operation.modifiers().has(Flag.FTZ);
        this.saturates = operation.modifiers().has(Flag.SAT);
        this.approximates = operation.modifiers().has(Flag.APPROX);
    }

    public Computation computation() {
        if (operation.modifiers().has(Flag.RELU)) {
            throw new UnsupportedInstructionException("modifier .relu is not supported");
        }
        return switch (operation.type()) {
            case F32 -> single();
            case F32X2 -> pair();
            case F64 -> precise();
            default -> throw TypeSemantics.unsupported(operation.type());
        };
    }

    private Computation single() {
        boolean plain = mode == RoundingMode.NEAREST && !flushes && !saturates;
        return switch (operation.opcode()) {
            case ADD -> plain ? new Direct(Op.ADD_FLOAT) : rounded();
            case SUB -> plain ? new Direct(Op.SUBTRACT_FLOAT) : rounded();
            case MUL -> plain ? new Direct(Op.MULTIPLY_FLOAT) : rounded();
            case FMA, MAD -> plain ? new Direct(Op.FMA_FLOAT) : rounded();
            case NEG -> flushes ? of((a, _, _) -> -a) : constant(Op.MULTIPLY_FLOAT, bits(-1f));
            case ABS -> of((a, _, _) -> Math.abs(a));
            case COPYSIGN -> new PerLane((a, b, _) -> (a & SIGN32) | (b & (SIGN32 - 1)));
            default -> of(singleFunction());
        };
    }

    /// Two packed 32-bit numbers, each computed as a scalar (PTX ISA §9.7.3.3 to §9.7.3.6).
    private Computation pair() {
        if (operation.opcode() == Opcode.MAD) {
            throw TypeSemantics.unsupported(operation.type());
        }
        if (saturates) {
            throw new UnsupportedInstructionException("modifier .sat is not supported");
        }
        return new PerLane(rounded().function().packed(Float.SIZE));
    }

    private PerLane rounded() {
        return switch (operation.opcode()) {
            case ADD -> of((a, b, _) -> RoundedArithmetic.add(a, b, mode));
            case SUB -> of((a, b, _) -> RoundedArithmetic.add(a, -b, mode));
            case MUL -> of((a, b, _) -> RoundedArithmetic.multiply(a, b, mode));
            case FMA, MAD -> of((a, b, c) -> RoundedArithmetic.fma(a, b, c, mode));
            default -> throw TypeSemantics.unsupported(operation.type());
        };
    }

    private Single singleFunction() {
        return switch (operation.opcode()) {
            case DIV ->
                    approximates
                            ? (a, b, _) -> Approximations.quotient(a, b)
                            : (a, b, _) -> RoundedArithmetic.divide(a, b, mode);
            case RCP -> (a, _, _) -> RoundedArithmetic.divide(1, a, mode);
            case SQRT -> (a, _, _) -> RoundedArithmetic.squareRoot(a, mode);
            case MIN, MAX -> {
                var extreme = new FloatMinMax(operation);
                yield (a, b, c) -> (float) extreme.of(a, b, c);
            }
            case RSQRT -> (a, _, _) -> Approximations.reciprocalSquareRoot(a);
            case EX2 -> (a, _, _) -> Approximations.exponential(a);
            case LG2 -> (a, _, _) -> Approximations.logarithm(a);
            case SIN -> (a, _, _) -> Approximations.sine(a);
            case COS -> (a, _, _) -> Approximations.cosine(a);
            case TANH -> (a, _, _) -> Approximations.hyperbolicTangent(a);
            default -> throw new UnsupportedInstructionException("is not supported");
        };
    }

    /// `rcp.approx.ftz.f64` and `rsqrt.approx.ftz.f64`, the only 64-bit instructions with `.ftz`.
    private Computation gross() {
        return switch (operation.opcode()) {
            case RCP ->
                    new PerLane((a, _, _) ->
                            Approximations.grossBits(Approximations.grossReciprocal(f64(a))));
            case RSQRT ->
                    new PerLane((a, _, _) ->
                            Approximations.grossBits(
                                    Approximations.grossReciprocalSquareRoot(f64(a))));
            default -> throw new UnsupportedInstructionException("is not supported");
        };
    }

    private Computation precise() {
        if (flushes) {
            return gross();
        }
        boolean plain = mode == RoundingMode.NEAREST;
        return switch (operation.opcode()) {
            case ADD ->
                    plain
                            ? new Direct(Op.ADD_DOUBLE)
                            : ofDouble((a, b, _) -> RoundedArithmetic.add(a, b, mode));
            case SUB ->
                    plain
                            ? new Direct(Op.SUBTRACT_DOUBLE)
                            : ofDouble((a, b, _) -> RoundedArithmetic.add(a, -b, mode));
            case MUL ->
                    plain
                            ? new Direct(Op.MULTIPLY_DOUBLE)
                            : ofDouble((a, b, _) -> RoundedArithmetic.multiply(a, b, mode));
            case FMA, MAD ->
                    plain
                            ? new Direct(Op.FMA_DOUBLE)
                            : ofDouble((a, b, c) -> RoundedArithmetic.fma(a, b, c, mode));
            case NEG -> constant(Op.MULTIPLY_DOUBLE, Double.doubleToRawLongBits(-1));
            case ABS -> ofDouble((a, _, _) -> Math.abs(a));
            case DIV -> quotient();
            case COPYSIGN -> new PerLane((a, b, _) -> (a & Long.MIN_VALUE) | (b & Long.MAX_VALUE));
            default -> ofDouble(preciseFunction());
        };
    }

    /// A quotient propagates the NaN of the dividend rather than that of the divisor.
    private Computation quotient() {
        return new PerLane(
                (a, b, _) -> bits(RoundedArithmetic.divide(f64(a), f64(b), mode), b, a, 0));
    }

    private Precise preciseFunction() {
        return switch (operation.opcode()) {
            case RCP -> (a, _, _) -> RoundedArithmetic.divide(1, a, mode);
            case SQRT -> (a, _, _) -> RoundedArithmetic.squareRoot(a, mode);
            case RSQRT -> (a, _, _) -> Approximations.reciprocalSquareRoot(a);
            case MIN -> (a, b, _) -> Floats.minimum(a, b);
            case MAX -> (a, b, _) -> Floats.maximum(a, b);
            default -> throw new UnsupportedInstructionException("is not supported");
        };
    }

    private static Computation constant(int op, long constant) {
        return new WithConstant(op, constant, 1);
    }

    private PerLane of(Single function) {
        if (!flushes && !saturates) {
            return new PerLane((a, b, c) -> bits(function.of(f32(a), f32(b), f32(c))));
        }
        LaneFunction modified =
                (a, b, c) -> {
                    float result = function.of(operand(f32(a)), operand(f32(b)), operand(f32(c)));
                    return bits(saturates ? Floats.saturate(operand(result)) : operand(result));
                };
        return new PerLane(modified);
    }

    private float operand(float value) {
        return flushes ? Floats.flush(value) : value;
    }

    private static Computation ofDouble(Precise function) {
        return new PerLane((a, b, c) -> bits(function.of(f64(a), f64(b), f64(c)), a, b, c));
    }

    private interface Single {
        float of(float a, float b, float c);
    }

    private interface Precise {
        double of(double a, double b, double c);
    }
}
