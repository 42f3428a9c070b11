package org.offloadtck.engine.bytecode.analysis;

import java.util.HashMap;
import java.util.Map;
import org.offloadtck.engine.code.Op;

/// Registers of a loop as functions of the iteration, as in LLVM's analysis of that name.
///
/// A basic induction variable is a register to which every iteration adds an invariant. Values that
/// are computed from induction variables and invariants by sums, and by products with invariants,
/// are linear in the iteration, modulo the width of the register. A 32-bit value that is extended
/// to 64 bits may wrap between two iterations; the extended value is then linear only in the
/// iterations that do not wrap.
///
/// Whether it wraps is known from three iterations. Let `c` be the change of the 32-bit value,
/// taken as an unsigned number. From each iteration to the next it wraps `⌊(r + c) / 2^32⌋` times,
/// which is 0 or 1. If the first two iterations and the last one are on a line, each iteration
/// wraps as often as the first one, so all others are on that line, too. This holds for the value
/// times a factor as long as the factor times the number of iterations is less than `2^32`, and not
/// for sums of two such values.
final class ScalarEvolution {

    /// Largest factor of an extended value. With [#MOST_ITERATIONS] the product is less than 2^32.
    private static final long LARGEST_FACTOR = 1 << 12;

    /// Most iterations for which three of them show that all are on a line.
    static final int MOST_ITERATIONS = 1 << 16;

    private static final long LOW_HALF = 0xffff_ffffL;

    private final InstructionView view;
    private final LanePhase phase;
    private final Map<Integer, Value> values = new HashMap<>();

    /// The value of a register at a point of an iteration.
    private sealed interface Value {

        /// The same in every iteration.
        record Invariant() implements Value {}

        /// What a register had at the start of the iteration, plus an invariant.
        ///
        /// @param bits of the sum; 0 if nothing was added
        record Moved(int register, int bits) implements Value {}

        /// Linear in the iteration, modulo 2^32, zero-extended.
        record Linear32() implements Value {}

        /// Linear in the iteration, modulo 2^64.
        record Linear64() implements Value {}

        /// An extended 32-bit value that is linear, times a factor, plus a value that is linear
        /// modulo 2^64. The factor is from 1 to [#LARGEST_FACTOR].
        record Extended(long factor) implements Value {}

        /// Anything else.
        record Unknown() implements Value {}
    }

    private static final Value INVARIANT = new Value.Invariant();
    private static final Value UNKNOWN = new Value.Unknown();

    private ScalarEvolution(InstructionView view, LanePhase phase) {
        this.view = view;
        this.phase = phase;
    }

    /// Whether the addresses of all recorded accesses of a loop are on a line if those of the first
    /// two iterations and of the last one are.
    ///
    /// @param phase the instructions of the loop without the branch
    static boolean hasLinearAddresses(InstructionView view, LanePhase phase) {
        return new ScalarEvolution(view, phase).hasLinearAddresses();
    }

    private boolean hasLinearAddresses() {
        var usage = LiveRegisters.of(view, phase);
        for (int row : usage.definedRows()) {
            values.put(row, new Value.Moved(row, 0));
        }
        for (int pc = phase.from(); pc < phase.to(); pc++) {
            step(pc);
        }
        values.replaceAll(ScalarEvolution::atStart);
        for (int pc = phase.from(); pc < phase.to(); pc++) {
            boolean isRecorded = LanePhase.isAccess(view, pc) && !view.isParameter(pc);
            if (isRecorded && !isLinear(value(view.a(pc)))) {
                return false;
            }
            step(pc);
        }
        return true;
    }

    /// The value of a register at the start of an iteration, from its value at the end.
    private static Value atStart(int row, Value end) {
        if (end instanceof Value.Moved(int register, int bits) && register == row) {
            return switch (bits) {
                case 0 -> INVARIANT;
                case Integer.SIZE -> new Value.Linear32();
                default -> new Value.Linear64();
            };
        }
        return UNKNOWN;
    }

    private static boolean isLinear(Value address) {
        return switch (address) {
            case Value.Invariant _, Value.Linear32 _, Value.Linear64 _ -> true;
            case Value.Extended _ -> true;
            case Value.Moved _, Value.Unknown _ -> false;
        };
    }

    private Value value(int operand) {
        return operand < 0 ? INVARIANT : values.getOrDefault(operand, INVARIANT);
    }

    private void step(int pc) {
        var result = result(pc);
        for (int row : DefUse.of(view, pc).definitions()) {
            if (row >= 0) {
                values.put(row, view.isGuarded(pc) ? UNKNOWN : result);
            }
        }
    }

    private Value result(int pc) {
        var a = value(view.a(pc));
        return switch (view.op(pc)) {
            case Op.LOAD, Op.ATOMIC -> UNKNOWN;
            case Op.MOVE -> a;
            case Op.ADD32 -> sum32(a, value(view.b(pc)));
            case Op.SUBTRACT32 -> difference32(a, value(view.b(pc)));
            case Op.MULTIPLY32 -> product32(a, value(view.b(pc)));
            case Op.MULTIPLY_ADD32 -> sum32(product32(a, value(view.b(pc))), value(view.c(pc)));
            case Op.SHIFT_LEFT32 ->
                    isInvariant(value(view.b(pc))) ? product32(a, INVARIANT) : UNKNOWN;
            case Op.ADD64 -> sum64(a, value(view.b(pc)));
            case Op.SUBTRACT64 -> isInvariant(value(view.b(pc))) ? sum64(a, INVARIANT) : UNKNOWN;
            case Op.MULTIPLY64 -> product64(extended(a), view.b(pc));
            case Op.MULTIPLY_WIDE_SIGNED -> product64(signExtended(a), view.b(pc));
            case Op.MULTIPLY_ADD64 -> sum64(product64(extended(a), view.b(pc)), value(view.c(pc)));
            case Op.MULTIPLY_ADD_WIDE_SIGNED ->
                    sum64(product64(signExtended(a), view.b(pc)), value(view.c(pc)));
            case Op.SHIFT_LEFT64 -> shifted(extended(a), view.b(pc));
            case Op.SIGN_EXTEND32 -> signExtended(a);
            case Op.AND -> isLowHalf(view.b(pc)) ? lowHalf(a) : other(pc);
            default -> other(pc);
        };
    }

    private Value other(int pc) {
        var effects = DefUse.of(view, pc);
        boolean isInvariant =
                effects.certain()
                        && effects.predicateUses().isEmpty()
                        && effects.uses().stream().allMatch(row -> isInvariant(value(row)));
        return isInvariant ? INVARIANT : UNKNOWN;
    }

    private static boolean isInvariant(Value value) {
        return value.equals(INVARIANT);
    }

    private static boolean isLinear32(Value value) {
        return value instanceof Value.Linear32 || isInvariant(value);
    }

    private static boolean isLinear64(Value value) {
        return value instanceof Value.Linear64 || isInvariant(value);
    }

    private static Value sum32(Value a, Value b) {
        if (isInvariant(a) && isInvariant(b)) {
            return INVARIANT;
        }
        if (isInvariant(b) && a instanceof Value.Moved(int register, int bits)) {
            return bits == Long.SIZE ? UNKNOWN : new Value.Moved(register, Integer.SIZE);
        }
        if (isInvariant(a) && b instanceof Value.Moved) {
            return sum32(b, a);
        }
        return isLinear32(a) && isLinear32(b) ? new Value.Linear32() : UNKNOWN;
    }

    private static Value difference32(Value a, Value b) {
        return b instanceof Value.Moved ? UNKNOWN : sum32(a, b);
    }

    private static Value product32(Value a, Value b) {
        if (isInvariant(a) && isInvariant(b)) {
            return INVARIANT;
        }
        boolean isScaled = isInvariant(a) || isInvariant(b);
        return isScaled && isLinear32(a) && isLinear32(b) ? new Value.Linear32() : UNKNOWN;
    }

    private static Value sum64(Value left, Value right) {
        if (isInvariant(left) && isInvariant(right)) {
            return INVARIANT;
        }
        if (isInvariant(right) && left instanceof Value.Moved(int register, int bits)) {
            return bits == Integer.SIZE ? UNKNOWN : new Value.Moved(register, Long.SIZE);
        }
        if (isInvariant(left) && right instanceof Value.Moved) {
            return sum64(right, left);
        }
        var a = extended(left);
        var b = extended(right);
        if (a instanceof Value.Extended && isLinear64(b)) {
            return a;
        }
        if (b instanceof Value.Extended && isLinear64(a)) {
            return b;
        }
        return isLinear64(a) && isLinear64(b) ? new Value.Linear64() : UNKNOWN;
    }

    /// A value as an operand of a 64-bit operation.
    private static Value extended(Value value) {
        return value instanceof Value.Linear32 ? new Value.Extended(1) : value;
    }

    private static Value signExtended(Value value) {
        return isLinear32(value) ? extended(value) : UNKNOWN;
    }

    private boolean isLowHalf(int mask) {
        return view.isConstant(mask) && view.constant(mask) == LOW_HALF;
    }

    /// The low 32 bits of a value.
    private static Value lowHalf(Value value) {
        if (isInvariant(value)) {
            return INVARIANT;
        }
        return isLinear32(value) || isLinear64(value) ? new Value.Linear32() : UNKNOWN;
    }

    private Value product64(Value a, int factor) {
        if (isInvariant(a) && isInvariant(value(factor))) {
            return INVARIANT;
        }
        if (a instanceof Value.Linear64 && isInvariant(value(factor))) {
            return a;
        }
        return view.isConstant(factor) ? scaled(a, view.constant(factor)) : UNKNOWN;
    }

    private Value shifted(Value a, int amount) {
        if (isInvariant(a) && isInvariant(value(amount))) {
            return INVARIANT;
        }
        boolean isSmall =
                view.isConstant(amount)
                        && Long.compareUnsigned(view.constant(amount), Integer.SIZE) < 0;
        return isSmall ? scaled(a, 1L << view.constant(amount)) : UNKNOWN;
    }

    /// A value times a constant.
    private static Value scaled(Value a, long by) {
        return switch (a) {
            case Value.Linear64 _ -> a;
            case Value.Extended(long factor)
                    when by > 0 && by <= LARGEST_FACTOR && factor * by <= LARGEST_FACTOR ->
                    new Value.Extended(factor * by);
            case Value.Invariant _,
                    Value.Moved _,
                    Value.Linear32 _,
                    Value.Extended _,
                    Value.Unknown _ ->
                    UNKNOWN;
        };
    }
}
