package org.offloadtck.engine.decode.arithmetic;

import static org.offloadtck.engine.semantics.Integers.truncate;

import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.decode.arithmetic.Computation.Direct;
import org.offloadtck.engine.decode.arithmetic.Computation.PerLane;
import org.offloadtck.engine.decode.arithmetic.Computation.WithConstant;
import org.offloadtck.engine.semantics.Integers;
import org.offloadtck.engine.semantics.Integers.Signedness;
import org.offloadtck.engine.semantics.Integers.Width;
import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.modifier.IntegerModifier.ShiftBound;
import org.offloadtck.ptx.ir.modifier.ProductPart;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// Selects the computation of integer instructions (PTX ISA §9.7.1, §9.7.8).
public final class IntegerArithmetic {

    private static final long WORD = 0xffff_ffffL;

    private final Operation operation;
    private final Width width;
    private final int bits;

    public IntegerArithmetic(Operation operation) {
        this.operation = operation;
        TypeSemantics.requireScalar(operation.type());
        this.width = TypeSemantics.width(operation.type());
        this.bits = width.bits();
    }

    public Computation computation() {
        return switch (operation.opcode()) {
            case ADD -> sum(Op.ADD32, Op.ADD64, (a, b, _) -> a + b);
            case SUB -> sum(Op.SUBTRACT32, Op.SUBTRACT64, (a, b, _) -> a - b);
            case NEG -> negate();
            case NOT -> new WithConstant(Op.XOR, truncate(-1, bits), 1);
            case AND -> new Direct(Op.AND);
            case OR -> new Direct(Op.OR);
            case XOR -> new Direct(Op.XOR);
            case MUL, MAD -> product();
            case MUL24, MAD24 -> product24();
            case SHL -> shiftLeft();
            case SHR -> shiftRight();
            case MIN -> extreme(Op.MINIMUM32, Op.MINIMUM64, Math::min);
            case MAX -> extreme(Op.MAXIMUM32, Op.MAXIMUM64, Math::max);
            default -> new PerLane(function());
        };
    }

    private Computation sum(int op32, int op64, LaneFunction wide) {
        if (operation.modifiers().has(Flag.SAT)) {
            return width.sign() == Signedness.SIGNED
                    ? new PerLane((a, b, _) ->
                            Integers.saturate(wide.apply(width.extend(a), width.extend(b), 0)))
                    : new PerLane(
                            (a, b, _) -> Math.clamp(wide.apply(a, b, 0), 0, truncate(-1, bits)));
        }
        return switch (bits) {
            case 64 -> new Direct(op64);
            case 32 -> new Direct(op32);
            default -> new PerLane((a, b, _) -> truncate(wide.apply(a, b, 0), bits));
        };
    }

    private Computation negate() {
        return switch (bits) {
            case 64 -> new WithConstant(Op.SUBTRACT64, 0, 0);
            case 32 -> new WithConstant(Op.SUBTRACT32, 0, 0);
            default -> new PerLane((a, _, _) -> truncate(-a, bits));
        };
    }

    private Computation product() {
        boolean adds = operation.operands().size() == 4;
        return switch (operation.modifiers().or(ProductPart.LO)) {
            case LO -> lowProduct(adds);
            case WIDE -> wideProduct(adds);
            case HI -> highProduct(adds);
        };
    }

    private Computation lowProduct(boolean adds) {
        return switch (bits) {
            case 64 -> new Direct(adds ? Op.MULTIPLY_ADD64 : Op.MULTIPLY64);
            case 32 -> new Direct(adds ? Op.MULTIPLY_ADD32 : Op.MULTIPLY32);
            default -> new PerLane((a, b, c) -> truncate(a * b + c, bits));
        };
    }

    private Computation wideProduct(boolean adds) {
        if (bits == 32) {
            if (width.sign() == Signedness.UNSIGNED) {
                return new Direct(adds ? Op.MULTIPLY_ADD64 : Op.MULTIPLY64);
            }
            return new Direct(adds ? Op.MULTIPLY_ADD_WIDE_SIGNED : Op.MULTIPLY_WIDE_SIGNED);
        }
        return new PerLane((a, b, c) -> truncate(width.extend(a) * width.extend(b) + c, 2 * bits));
    }

    private Computation highProduct(boolean adds) {
        LaneFunction high =
                (a, b, _) ->
                        Integers.multiplyHigh(width.extend(a), width.extend(b), bits, width.sign());
        if (adds && operation.modifiers().has(Flag.SAT)) {
            return new PerLane((a, b, c) ->
                    Integers.saturate(width.extend(high.apply(a, b, 0)) + width.extend(c)));
        }
        return new PerLane((a, b, c) -> truncate(high.apply(a, b, 0) + c, bits));
    }

    /// Products of 24-bit numbers: the low or the high 32 bits of 48 (§9.7.1.5).
    private Computation product24() {
        var narrow = new Width(24, width.sign());
        boolean high = operation.modifiers().or(ProductPart.LO) == ProductPart.HI;
        boolean saturates = operation.modifiers().has(Flag.SAT);
        return new PerLane((a, b, c) -> {
            long left = narrow.extend(truncate(a, 24));
            long product = left * narrow.extend(truncate(b, 24));
            long part = high ? product >> 16 : product;
            return saturates
                    ? Integers.saturate((int) part + width.extend(c))
                    : truncate(part + c, bits);
        });
    }

    private Computation shiftLeft() {
        return switch (bits) {
            case 64 -> new Direct(Op.SHIFT_LEFT64);
            case 32 -> new Direct(Op.SHIFT_LEFT32);
            default -> new PerLane((a, b, _) -> Integers.shiftLeft(a, b, bits));
        };
    }

    private Computation shiftRight() {
        if (width.sign() == Signedness.UNSIGNED) {
            return new Direct(Op.SHIFT_RIGHT);
        }
        return switch (bits) {
            case 64 -> new Direct(Op.SHIFT_RIGHT_SIGNED64);
            case 32 -> new Direct(Op.SHIFT_RIGHT_SIGNED32);
            default -> new PerLane((a, b, _) -> Integers.shiftRightSigned(a, b, bits));
        };
    }

    private Computation extreme(int op32, int op64, Choice choice) {
        var type = operation.type();
        if (operation.modifiers().has(Flag.RELU)) {
            return new PerLane(
                    (a, b, _) -> Math.max(0, choice.of(width.extend(a), width.extend(b))));
        }
        if (type == PtxType.U64) {
            return new PerLane((a, b, _) ->
                    choice.of(a ^ Long.MIN_VALUE, b ^ Long.MIN_VALUE) ^ Long.MIN_VALUE);
        }
        if (type == PtxType.S32) {
            return new Direct(op32);
        }
        if (width.sign() == Signedness.UNSIGNED || bits == 64) {
            return new Direct(op64);
        }
        return new PerLane(
                (a, b, _) -> truncate(choice.of(width.extend(a), width.extend(b)), bits));
    }

    private interface Choice {
        long of(long a, long b);
    }

    private LaneFunction function() {
        boolean signed = width.sign() == Signedness.SIGNED;
        return switch (operation.opcode()) {
            case ABS -> (a, _, _) -> truncate(Math.abs(width.extend(a)), bits);
            case DIV ->
                    signed
                            ? (a, b, _) -> truncate(signedQuotient(a, b), bits)
                            : (a, b, _) -> truncate(Integers.divideUnsigned(a, b), bits);
            case REM ->
                    signed
                            ? (a, b, _) -> truncate(signedRemainder(a, b), bits)
                            : (a, b, _) -> Integers.remainderUnsigned(a, b);
            case POPC -> (a, _, _) -> Long.bitCount(a);
            case CLZ -> (a, _, _) -> Long.numberOfLeadingZeros(a) - (Long.SIZE - bits);
            case BREV -> (a, _, _) -> Long.reverse(a) >>> (Long.SIZE - bits);
            case CNOT -> (a, _, _) -> a == 0 ? 1 : 0;
            case SAD -> (a, b, c) -> truncate(c + distance(a, b), bits);
            case BFE -> (a, b, c) -> Integers.extract(a, b, c, width);
            case BFIND -> findTopBit();
            case PRMT -> BytePermutation.of(operation);
            case BMSK -> (a, b, _) -> Integers.mask(bounded(a), bounded(b));
            case SZEXT -> (a, b, _) -> Integers.extendLow(a, bounded(b), width.sign());
            case FNS -> Integers::findSetBit;
            case SHF_L -> funnel(Integers::funnelLeft);
            case SHF_R -> funnel(Integers::funnelRight);
            default -> throw new UnsupportedInstructionException("is not supported");
        };
    }

    private long signedQuotient(long a, long b) {
        return Integers.divideSigned(width.extend(a), width.extend(b));
    }

    private long signedRemainder(long a, long b) {
        return Integers.remainderSigned(width.extend(a), width.extend(b));
    }

    private long distance(long a, long b) {
        long left = width.extend(a);
        long right = width.extend(b);
        boolean less =
                width.sign() == Signedness.SIGNED
                        ? left < right
                        : Long.compareUnsigned(left, right) < 0;
        return less ? right - left : left - right;
    }

    private LaneFunction findTopBit() {
        boolean asShift = operation.modifiers().has(Flag.SHIFTAMT);
        return (a, _, _) -> {
            long position = Integers.findTopBit(a, bits, width.sign());
            return asShift && position != WORD ? bits - 1 - position : position;
        };
    }

    /// A position or length, clamped to the width or wrapped modulo the width.
    private int bounded(long value) {
        boolean wraps = operation.modifiers().or(ShiftBound.CLAMP) == ShiftBound.WRAP;
        return (int) (wraps ? value & (bits - 1) : Math.min(value, bits));
    }

    private interface Funnel {
        long shift(long a, long b, int amount);
    }

    /// A funnel shift: `a` is the low half, `b` the high half.
    private LaneFunction funnel(Funnel funnel) {
        return (a, b, c) -> funnel.shift(a, b, bounded(c));
    }
}
