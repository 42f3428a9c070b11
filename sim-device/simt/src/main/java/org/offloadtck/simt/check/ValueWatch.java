package org.offloadtck.simt.check;

import org.offloadtck.simt.execution.Group;
import org.offloadtck.simt.execution.Warp;
import org.offloadtck.simt.image.Code;
import org.offloadtck.simt.image.Comparisons;
import org.offloadtck.simt.image.Op;
import org.offloadtck.simt.image.Space;

/// Follows values that nobody set through a warp's registers, and judges them where they decide
/// where threads go, which instruction takes effect, or which address it is for.
final class ValueWatch {

    private static final int LANES = Code.LANES;

    private final int[] words;
    private final Judge judge;
    private final RareValues rare;
    private final PredicateValues predicates;
    private final CollectiveValues collectives;

    ValueWatch(Judge judge) {
        var code = judge.scene().image().code();
        this.words = code.words();
        this.judge = judge;
        this.predicates = new PredicateValues(code);
        this.rare = new RareValues(code, predicates);
        this.collectives = new CollectiveValues(code, predicates);
    }

    /// A group is about to execute an instruction.
    void executes(WarpValues values, Warp warp, Group group, int active) {
        int at = group.pc() * Code.STRIDE;
        int op = words[at];
        int guard = words[at + Code.GUARD];
        if (guard != 0) {
            guard(values, warp, group, guard - 1);
        }
        if (active == 0) {
            return;
        }
        int base = group.frame().rows();
        if (op >= Op.FIRST_PURE) {
            int any = operands(values, at, base, arity(op)) & active;
            int d = row(words[at + Code.D], base);
            if (any == 0) {
                values.unknown[d / LANES] &= ~active;
            } else {
                rare.pure(values, warp, group, new RareValues.Lanes(active, any));
            }
            return;
        }
        other(values, warp, group, active);
    }

    static int arity(int op) {
        return switch (op) {
            case Op.MOVE, Op.SIGN_EXTEND32 -> 1;
            case Op.MULTIPLY_ADD32,
                    Op.MULTIPLY_ADD64,
                    Op.MULTIPLY_ADD_WIDE_SIGNED,
                    Op.FMA_FLOAT,
                    Op.FMA_DOUBLE,
                    Op.LANE_FUNCTION ->
                    3;
            default -> 2;
        };
    }

    private int operands(WarpValues values, int at, int base, int count) {
        int[] unknown = values.unknown;
        int any = unknown[row(words[at + Code.A], base) / LANES];
        if (count > 1) {
            any |= unknown[row(words[at + Code.B], base) / LANES];
        }
        if (count > 2) {
            any |= unknown[row(words[at + Code.C], base) / LANES];
        }
        return any;
    }

    static int row(int operand, int base) {
        return operand >= 0 ? base + operand : ~operand;
    }

    private void other(WarpValues values, Warp warp, Group group, int active) {
        int at = group.pc() * Code.STRIDE;
        int base = group.frame().rows();
        switch (words[at]) {
            case Op.LANE_FUNCTION, Op.COMPARE_TO_REGISTER, Op.BIT_INSERT, Op.CARRY ->
                    computed(values, warp, group, active);
            case Op.SELECT -> select(values, warp, group, active);
            case Op.PACK, Op.UNPACK ->
                    rare.other(values, warp, group, new RareValues.Lanes(active, active));
            case Op.COMPARE,
                    Op.IS_SPACE,
                    Op.PREDICATE_MOVE,
                    Op.PREDICATE_NOT,
                    Op.PREDICATE_AND,
                    Op.PREDICATE_OR,
                    Op.PREDICATE_XOR ->
                    predicates.executes(values, warp, group, active);
            case Op.FRAME_ADDRESS, Op.ALLOCA, Op.STACK_SAVE, Op.CLOCK, Op.ACTIVE_MASK ->
                    values.unknown[row(words[at + Code.D], base) / LANES] &= ~active;
            case Op.BRANCH_INDEXED, Op.CALL_INDIRECT ->
                    judged(values, warp, group, active, "where the thread goes on");
            case Op.LOAD, Op.STORE, Op.ATOMIC -> address(values, warp, group, active);
            case Op.SHUFFLE, Op.MATCH, Op.WARP_REDUCE, Op.VOTE, Op.BARRIER_REDUCE ->
                    collectives.arrives(values, group, active);
            default -> {}
        }
    }

    private void computed(WarpValues values, Warp warp, Group group, int active) {
        int at = group.pc() * Code.STRIDE;
        int base = group.frame().rows();
        int count = words[at] == Op.LANE_FUNCTION ? 3 : 2;
        int any = operands(values, at, base, count) & active;
        if (any == 0 && words[at] == Op.LANE_FUNCTION) {
            values.unknown[row(words[at + Code.D], base) / LANES] &= ~active;
        } else {
            rare.other(values, warp, group, new RareValues.Lanes(active, any));
        }
    }

    private void select(WarpValues values, Warp warp, Group group, int active) {
        int at = group.pc() * Code.STRIDE;
        int base = group.frame().rows();
        int by = values.predicates[predicates.source(words[at + Code.C], group)];
        if (((operands(values, at, base, 2) | by) & active) == 0) {
            values.unknown[row(words[at + Code.D], base) / LANES] &= ~active;
        } else {
            rare.other(values, warp, group, new RareValues.Lanes(active, active));
        }
    }

    private void address(WarpValues values, Warp warp, Group group, int active) {
        int space = words[group.pc() * Code.STRIDE + Code.Y] & 0xf;
        if (space != Space.FRAME) {
            judged(values, warp, group, active, "an address");
        }
    }

    private void judged(WarpValues values, Warp warp, Group group, int active, String what) {
        int row = row(words[group.pc() * Code.STRIDE + Code.A], group.frame().rows());
        int lanes = values.unknown[row / LANES] & active;
        if (lanes != 0) {
            judge.register(values, warp, group, new Judge.Use(row, lanes, what));
        }
    }

    /// A guard without a value decides whether an instruction takes effect; whether a register is
    /// written matters only when that is read.
    private void guard(WarpValues values, Warp warp, Group group, int source) {
        int at = group.pc() * Code.STRIDE;
        int predicate = row(source >> 1, group.frame().predicates());
        int lanes = values.predicates[predicate] & group.mask();
        if (lanes == 0) {
            return;
        }
        int op = words[at];
        if (op < Op.FIRST_STRAIGHT || op == Op.STORE || op == Op.ATOMIC) {
            var what = op == Op.BRANCH ? "a branch" : "whether an instruction takes effect";
            judge.predicate(values, warp, group, new Judge.Use(predicate, lanes, what));
        } else {
            collectives.guarded(values, group, predicate, lanes);
        }
    }

    /// Lanes of a group get what others brought to a shuffle.
    void shuffles(WarpValues values, Group group, int[] sources) {
        collectives.shuffles(values, group, sources);
    }

    /// Whether a comparison takes a predicate, too.
    static boolean isCombined(int y) {
        return (y & 3) != Comparisons.ALONE;
    }
}
