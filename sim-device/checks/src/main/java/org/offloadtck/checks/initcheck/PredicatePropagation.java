package org.offloadtck.checks.initcheck;

import org.offloadtck.checks.initcheck.UninitialisedBits.Operands;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.ComparisonKind;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.semantics.FloatRelation;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Propagates uninitialised values through comparisons and predicate logic.
final class PredicatePropagation {

    private static final int LANES = Code.LANES;
    private static final long ALL = -1;
    private static final long LOW_HALF = 0xffff;

    private final int[] words;

    PredicatePropagation(Code code) {
        this.words = code.words();
    }

    /// The number of the predicate that a source operand names.
    int source(int source, LaneGroup group) {
        return ShadowPropagation.row(source >> 1, group.frame().firstPredicate());
    }

    /// The lanes in which a predicate source is true.
    int holds(Warp warp, LaneGroup group, int source) {
        int value = warp.predicates()[source(source, group)];
        return (source & 1) != 0 ? ~value : value;
    }

    void executes(WarpShadow values, Warp warp, LaneGroup group, int active) {
        int at = group.pc() * Code.STRIDE;
        int p = group.frame().firstPredicate();
        int d = ShadowPropagation.row(words[at + Code.D], p);
        switch (words[at]) {
            case Op.COMPARE -> {
                int unknown = compared(values, warp, group, active);
                var lanes = new LanePropagation.Lanes(active, unknown);
                int unknownOther = comparedHigh(values, warp, group, lanes);
                set(values, group, d, lanes);
                int other = ShadowPropagation.row(words[at + Code.Y] >> 2, p);
                set(values, group, other, new LanePropagation.Lanes(active, unknownOther));
            }
            case Op.IS_SPACE -> {
                int a = ShadowPropagation.row(words[at + Code.A], group.frame().firstRow());
                int unknown = values.unknown[a / LANES] & active;
                set(values, group, d, new LanePropagation.Lanes(active, unknown));
            }
            default -> {
                int unknown = logic(values, warp, group) & active;
                if (unknown != 0) {
                    setOrigin(values, group, d, unknown);
                }
                values.setPredicate(d, active, unknown);
            }
        }
    }

    private void set(WarpShadow values, LaneGroup group, int d, LanePropagation.Lanes lanes) {
        for (int rest = lanes.unknown(); rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            values.setPredicateOrigin(d, l, origin(values, group, l));
        }
        values.setPredicate(d, lanes.active(), lanes.unknown());
    }

    /// The origin of the uninitialised operand of a comparison.
    int origin(WarpShadow values, LaneGroup group, int lane) {
        int at = group.pc() * Code.STRIDE;
        int base = group.frame().firstRow();
        int a = ShadowPropagation.row(words[at + Code.A], base);
        if (values.bits(a, lane) != 0 || words[at] == Op.IS_SPACE) {
            return values.origin(a, lane);
        }
        return values.origin(ShadowPropagation.row(words[at + Code.B], base), lane);
    }

    /// The lanes in which the result of a comparison is uninitialised; for packed pairs, the result
    /// of the low halves.
    int compared(WarpShadow values, Warp warp, LaneGroup group, int active) {
        boolean ofPairs = ComparisonKind.isOfPairs(words[group.pc() * Code.STRIDE + Code.X]);
        return compared(values, warp, group, new Part(active, ofPairs ? LOW_HALF : ALL));
    }

    /// For packed pairs the lanes in which the result of the high halves is uninitialised;
    /// otherwise those of [#compared].
    ///
    /// @param lanes the compared lanes, and the result of [#compared]
    int comparedHigh(WarpShadow values, Warp warp, LaneGroup group, LanePropagation.Lanes lanes) {
        return ComparisonKind.isOfPairs(words[group.pc() * Code.STRIDE + Code.X])
                ? compared(values, warp, group, new Part(lanes.active(), ~LOW_HALF))
                : lanes.unknown();
    }

    /// Lanes, and the bits of their operands that are compared.
    private record Part(int lanes, long bits) {}

    private int compared(WarpShadow values, Warp warp, LaneGroup group, Part part) {
        int at = group.pc() * Code.STRIDE;
        int base = group.frame().firstRow();
        int a = ShadowPropagation.row(words[at + Code.A], base);
        int b = ShadowPropagation.row(words[at + Code.B], base);
        int any = (values.unknown[a / LANES] | values.unknown[b / LANES]) & part.lanes();
        int unknown = 0;
        for (int rest = any; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            long[] r = warp.registers();
            long ua = values.bits(a, l) & part.bits();
            long ub = values.bits(b, l) & part.bits();
            var operands = new Operands(r[a + l], ua, r[b + l], ub, 0, 0);
            unknown |= (isDecided(words[at + Code.X], operands) ? 0 : 1) << l;
        }
        if (ShadowPropagation.isCombined(words[at + Code.Y])) {
            unknown |= values.predicates[source(words[at + Code.C], group)] & part.lanes();
        }
        return unknown;
    }

    /// Whether a comparison has the same result for all values of the uninitialised bits.
    private static boolean isDecided(int comparison, Operands o) {
        if (o.any() == 0) {
            return true;
        }
        int relations = comparison & ComparisonKind.RELATIONS;
        int domain = comparison & ~ComparisonKind.RELATIONS;
        if (domain >= ComparisonKind.FLOAT) {
            return false;
        }
        boolean less = lowest(o.a(), o.ua(), domain) < highest(o.b(), o.ub(), domain);
        boolean greater = highest(o.a(), o.ua(), domain) > lowest(o.b(), o.ub(), domain);
        int possible =
                (less ? FloatRelation.LESS : 0)
                        | (greater ? FloatRelation.GREATER : 0)
                        | (UninitialisedBits.differs(o) ? 0 : FloatRelation.EQUAL);
        return (possible & relations) == 0 || (possible & ~relations) == 0;
    }

    private static long sign(int domain) {
        return switch (domain) {
            case ComparisonKind.INT -> 1L << (Integer.SIZE - 1);
            case ComparisonKind.SHORT -> 1L << (Short.SIZE - 1);
            case ComparisonKind.UNSIGNED_LONG -> 0;
            default -> Long.MIN_VALUE;
        };
    }

    /// The least value that the uninitialised bits allow, in an order of signed 64-bit numbers.
    private static long lowest(long value, long unknown, int domain) {
        long sign = sign(domain);
        return ordered((value & ~(unknown & ~sign)) | (unknown & sign), domain);
    }

    private static long highest(long value, long unknown, int domain) {
        long sign = sign(domain);
        return ordered((value | (unknown & ~sign)) & ~(unknown & sign), domain);
    }

    private static long ordered(long value, int domain) {
        return switch (domain) {
            case ComparisonKind.INT -> (int) value;
            case ComparisonKind.SHORT -> (short) value;
            case ComparisonKind.UNSIGNED_LONG -> value ^ Long.MIN_VALUE;
            default -> value;
        };
    }

    /// The lanes in which the result of predicate logic is uninitialised.
    private int logic(WarpShadow values, Warp warp, LaneGroup group) {
        int at = group.pc() * Code.STRIDE;
        int ua = values.predicates[source(words[at + Code.A], group)];
        boolean alone = words[at] == Op.PREDICATE_MOVE || words[at] == Op.PREDICATE_NOT;
        if (alone) {
            return ua;
        }
        int ub = values.predicates[source(words[at + Code.B], group)];
        int a = holds(warp, group, words[at + Code.A]);
        int b = holds(warp, group, words[at + Code.B]);
        return switch (words[at]) {
            case Op.PREDICATE_AND -> (ua & ub) | (ua & b) | (ub & a);
            case Op.PREDICATE_OR -> (ua & ub) | (ua & ~b) | (ub & ~a);
            default -> ua | ub;
        };
    }

    private void setOrigin(WarpShadow values, LaneGroup group, int d, int lanes) {
        int at = group.pc() * Code.STRIDE;
        int a = source(words[at + Code.A], group);
        int b = source(words[at + Code.B], group);
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            int from = (values.predicates[a] >>> l & 1) != 0 ? a : b;
            values.setPredicateOrigin(d, l, values.predicateOrigin(from, l));
        }
    }
}
