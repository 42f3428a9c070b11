package org.offloadtck.engine.decode.arithmetic;

import static org.offloadtck.engine.semantics.Floats.f32;
import static org.offloadtck.engine.semantics.Floats.f64;

import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.decode.arithmetic.Computation.Direct;
import org.offloadtck.engine.decode.arithmetic.Computation.PerLane;
import org.offloadtck.engine.decode.arithmetic.Computation.WithConstant;
import org.offloadtck.engine.semantics.Conversions;
import org.offloadtck.engine.semantics.Floats;
import org.offloadtck.engine.semantics.HalfFormat;
import org.offloadtck.engine.semantics.Integers;
import org.offloadtck.engine.semantics.Integers.Signedness;
import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.engine.semantics.RoundedArithmetic;
import org.offloadtck.engine.semantics.RoundingMode;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.Rounding;

/// Selects the computation of `cvt` to integers, `.f32` and `.f64` (PTX ISA §9.7.9.21).
public final class ScalarConversion {

    private final Operation operation;
    private final PtxType to;
    private final PtxType from;
    private final int registerBits;
    private final RoundingMode mode;
    private final boolean flushes;
    private final boolean saturates;

    /// The conversion of a `cvt`.
    ///
    /// @param registerBits bits of the destination register, which may be wider than the type of
    ///   the result
    public ScalarConversion(Operation operation, int registerBits) {
        this.operation = operation;
        this.to = operation.resultType();
        this.from = operation.type();
        this.registerBits = registerBits;
        this.mode = TypeSemantics.rounding(operation.modifiers());
        this.flushes = operation.modifiers().has(Flag.FTZ);
        this.saturates = operation.modifiers().has(Flag.SAT);
    }

    public Computation computation() {
        TypeSemantics.requireScalar(to);
        if (from != PtxType.BF16) {
            TypeSemantics.requireScalar(from);
        }
        if (from.isFloat()) {
            return new PerLane(to.isFloat() ? floatToFloat() : floatToInteger());
        }
        return to.isFloat() ? new PerLane(integerToFloat()) : integerToInteger();
    }

    private Computation integerToInteger() {
        var source = TypeSemantics.width(from);
        var target = TypeSemantics.width(to);
        boolean signs = source.sign() == Signedness.SIGNED;
        boolean widens = target.bits() > source.bits();
        if (!saturates && widens && signs && source.bits() == 32) {
            return new Direct(Op.SIGN_EXTEND32);
        }
        boolean narrowed = target.bits() <= source.bits();
        boolean zeroExtends = target.sign() == Signedness.UNSIGNED || target.bits() >= registerBits;
        if (!saturates && ((narrowed && zeroExtends) || (widens && !signs))) {
            long kept = Integers.truncate(-1, Math.min(source.bits(), target.bits()));
            return new WithConstant(Op.AND, kept, 1);
        }
        LaneFunction resized =
                saturates
                        ? (a, _, _) -> Conversions.resizeSaturated(low(a), source, target)
                        : (a, _, _) -> Conversions.resize(low(a), source, target);
        return new PerLane((a, _, _) -> widen(resized.apply(a, 0, 0)));
    }

    /// The bits of the source type; a register may be wider.
    private long low(long register) {
        return Integers.truncate(register, from.bits());
    }

    /// The result in the register: a signed result is sign-extended to the width of the register.
    private long widen(long result) {
        boolean extend = to.isSigned() && to.bits() < registerBits;
        return extend
                ? Integers.truncate(Integers.signed(result, to.bits()), registerBits)
                : result;
    }

    private LaneFunction floatToInteger() {
        var target = TypeSemantics.width(to);
        long nan = Conversions.nanAsInteger(from.bits(), to.bits());
        return (a, _, _) ->
                widen(Conversions.toInteger(Conversions.round(number(a), mode), target, nan));
    }

    private LaneFunction integerToFloat() {
        var source = TypeSemantics.width(from);
        return switch (to) {
            case F64 ->
                    (a, _, _) -> {
                        double result = Conversions.toDouble(low(a), source, mode);
                        return Double.doubleToRawLongBits(
                                saturates ? Floats.saturate(result) : result);
                    };
            case F32 ->
                    (a, _, _) -> {
                        float result = Conversions.toFloat(low(a), source, mode);
                        return Floats.bits(saturates ? Floats.saturate(result) : result);
                    };
            default -> throw TypeSemantics.unsupported(to);
        };
    }

    private LaneFunction floatToFloat() {
        boolean integral =
                switch (operation.modifiers().or(Rounding.RN)) {
                    case RNI, RZI, RMI, RPI -> true;
                    case RN, RZ, RM, RP, RNA, RS -> false;
                };
        if (to == from && !integral && !saturates && !flushes) {
            return (a, _, _) -> a;
        }
        LaneFunction converted =
                switch (to) {
                    case F64 -> (a, _, _) -> toDouble(rounded(a, integral));
                    case F32 -> (a, _, _) -> toSingle(rounded(a, integral));
                    default -> throw TypeSemantics.unsupported(to);
                };
        return saturates
                ? converted
                : (a, _, _) -> Double.isNaN(number(a)) ? nan(a) : converted.apply(a, 0, 0);
    }

    private double rounded(long bits, boolean integral) {
        return integral ? Conversions.round(number(bits), mode) : number(bits);
    }

    private long toDouble(double value) {
        return Double.doubleToRawLongBits(saturates ? Floats.saturate(value) : value);
    }

    /// The result for a NaN, as an H200 gives it: conversions from and to `.f64` keep sign and
    /// payload, unless `.ftz` makes an operand of type `.f32` canonical; `.bf16` is the upper half
    /// of `.f32`.
    private long nan(long bits) {
        if (to == PtxType.F64) {
            return switch (from) {
                case F64 -> Floats.bits(f64(bits), bits, 0, 0);
                case F32 -> Floats.widenedNan(flushes ? Floats.NAN32 : bits, 23, 31);
                case BF16 -> Floats.widenedNan(bits, 7, 15);
                default -> Floats.widenedNan(bits, 10, 15);
            };
        }
        return switch (from) {
            case F64 -> Floats.narrowedNan(bits, 23, 31);
            case BF16 -> flushes ? Floats.NAN32 : bits << Short.SIZE;
            default -> Floats.NAN32;
        };
    }

    private long toSingle(double value) {
        float narrow = RoundedArithmetic.narrow(value, mode);
        float flushed = flushes ? Floats.flush(narrow) : narrow;
        return Floats.bits(saturates ? Floats.saturate(flushed) : flushed);
    }

    private double number(long bits) {
        return switch (from) {
            case F64 -> f64(bits);
            case F32 -> flushes ? Floats.flush(f32(bits)) : f32(bits);
            case F16 -> Floats.f16(bits);
            case BF16 -> HalfFormat.BRAIN.decode(bits);
            default -> throw TypeSemantics.unsupported(from);
        };
    }
}
