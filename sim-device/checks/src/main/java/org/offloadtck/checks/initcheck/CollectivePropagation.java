package org.offloadtck.checks.initcheck;

import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemoryAccess;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.thread.LaneGroup;

/// Propagates uninitialised values through collective instructions, and handles instructions with
/// an uninitialised guard.
final class CollectivePropagation {

    private static final int LANES = Code.LANES;
    private static final int ALL = -1;

    private final int[] words;
    private final int[] lists;
    private final PredicatePropagation predicates;

    CollectivePropagation(Code code, PredicatePropagation predicates) {
        this.words = code.words();
        this.lists = code.operandLists();
        this.predicates = predicates;
    }

    /// Lanes issue a collective instruction. The operands of a shuffle go to other lanes when all
    /// have arrived. The result of any other one is uninitialised if an operand is.
    void arrives(WarpShadow values, LaneGroup group, int active) {
        int at = group.pc() * Code.STRIDE;
        switch (words[at]) {
            case Op.SHUFFLE -> deposit(values, group, active);
            case Op.VOTE, Op.BARRIER_REDUCE -> {
                int p = predicates.source(words[at + Code.C], group);
                boolean some = (values.predicates[p] & active) != 0;
                spread(values, group, some ? active : 0, active);
            }
            default -> {
                int a = ShadowPropagation.row(words[at + Code.A], group.frame().firstRow());
                boolean some = (values.unknown[a / LANES] & active) != 0;
                spread(values, group, some ? active : 0, active);
            }
        }
    }

    private void deposit(WarpShadow values, LaneGroup group, int active) {
        int at = group.pc() * Code.STRIDE;
        int a = ShadowPropagation.row(words[at + Code.A], group.frame().firstRow());
        int unknown = values.unknown[a / LANES] & active;
        values.deposited = (values.deposited & ~active) | unknown;
        for (int rest = unknown; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            values.depositedBits[l] = values.bits(a, l);
            values.depositedOrigins[l] = values.origin(a, l);
        }
        int p =
                ShadowPropagation.row(
                        lists[words[at + Code.C] + 2], group.frame().firstPredicate());
        values.setPredicate(p, active, 0);
    }

    void shuffles(WarpShadow values, LaneGroup group, int[] sources) {
        int at = group.pc() * Code.STRIDE;
        int d = ShadowPropagation.row(words[at + Code.D], group.frame().firstRow());
        if (values.deposited == 0) {
            values.unknown[d / LANES] &= ~group.mask();
            return;
        }
        for (int rest = group.mask(); rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            int from = sources[l];
            boolean known = (values.deposited >>> from & 1) == 0;
            values.set(d, l, known ? 0 : values.depositedBits[from], values.depositedOrigins[from]);
        }
    }

    private void spread(WarpShadow values, LaneGroup group, int unknown, int active) {
        int at = group.pc() * Code.STRIDE;
        boolean predicate =
                words[at] != Op.MATCH
                        && words[at] != Op.WARP_REDUCE
                        && words[at + Code.X] < org.offloadtck.engine.code.CollectiveKind.BALLOT;
        if (predicate) {
            int p = ShadowPropagation.row(words[at + Code.D], group.frame().firstPredicate());
            values.setPredicate(p, active, unknown);
        } else {
            int d = ShadowPropagation.row(words[at + Code.D], group.frame().firstRow());
            set(values, d, active, unknown);
        }
        if (words[at] == Op.MATCH) {
            int p = ShadowPropagation.row(words[at + Code.C], group.frame().firstPredicate());
            values.setPredicate(p, active, unknown);
        }
    }

    private static void set(WarpShadow values, int d, int active, int unknown) {
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            values.set(d, l, (unknown >>> l & 1) != 0 ? ALL : 0, Origins.UNKNOWN);
        }
    }

    /// In the lanes of an uninitialised guard, the destination becomes uninitialised.
    void guarded(WarpShadow values, LaneGroup group, int guard, int lanes) {
        int at = group.pc() * Code.STRIDE;
        int base = group.frame().firstRow();
        switch (words[at]) {
            case Op.COMPARE,
                    Op.IS_SPACE,
                    Op.PREDICATE_MOVE,
                    Op.PREDICATE_NOT,
                    Op.PREDICATE_AND,
                    Op.PREDICATE_OR,
                    Op.PREDICATE_XOR -> {
                int p = ShadowPropagation.row(words[at + Code.D], group.frame().firstPredicate());
                values.predicates[p] |= lanes;
            }
            case Op.NOTHING, Op.UNPACK -> {}
            default -> {
                boolean vector =
                        (words[at] == Op.LOAD && MemoryAccess.isVector(words[at + Code.Y]))
                                || Op.isOnTexels(words[at]);
                int d = vector ? lists[words[at + Code.D]] : words[at + Code.D];
                for (int rest = lanes; rest != 0; rest &= rest - 1) {
                    int l = Integer.numberOfTrailingZeros(rest);
                    int origin = values.predicateOrigin(guard, l);
                    values.set(ShadowPropagation.row(d, base), l, ALL, origin);
                }
            }
        }
    }
}
