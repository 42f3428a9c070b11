package org.offloadtck.engine.interpreter;

import static org.offloadtck.engine.semantics.Floats.f32;
import static org.offloadtck.engine.semantics.Floats.f64;

import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.ComparisonKind;
import org.offloadtck.engine.semantics.FloatClass;
import org.offloadtck.engine.semantics.FloatRelation;
import org.offloadtck.engine.semantics.Floats;
import org.offloadtck.engine.semantics.HalfFormat;

/// Compares rows, all 32 lanes at once. The result has a bit for each lane.
final class RowComparison {

    private static final int LANES = Code.LANES;
    private static final int EQ = FloatRelation.EQUAL;
    private static final int NE = FloatRelation.LESS | FloatRelation.GREATER;
    private static final int LT = FloatRelation.LESS;
    private static final int LE = FloatRelation.LESS | FloatRelation.EQUAL;
    private static final int GT = FloatRelation.GREATER;
    private static final int GE = FloatRelation.GREATER | FloatRelation.EQUAL;

    private RowComparison() {}

    /// Compares the rows `a` and `b`.
    ///
    /// @param comparison of [ComparisonKind]
    static int of(int comparison, long[] r, int a, int b) {
        return switch (comparison) {
            case ComparisonKind.LONG | EQ, ComparisonKind.INT | EQ -> equal(r, a, b);
            case ComparisonKind.LONG | NE, ComparisonKind.INT | NE -> ~equal(r, a, b);
            case ComparisonKind.LONG | LT -> lessLong(r, a, b);
            case ComparisonKind.LONG | GE -> ~lessLong(r, a, b);
            case ComparisonKind.LONG | GT -> lessLong(r, b, a);
            case ComparisonKind.LONG | LE -> ~lessLong(r, b, a);
            case ComparisonKind.INT | LT -> lessInt(r, a, b);
            case ComparisonKind.INT | GE -> ~lessInt(r, a, b);
            case ComparisonKind.INT | GT -> lessInt(r, b, a);
            case ComparisonKind.INT | LE -> ~lessInt(r, b, a);
            case ComparisonKind.FLOAT | LT -> lessFloat(r, a, b);
            case ComparisonKind.FLOAT | GE | FloatRelation.UNORDERED -> ~lessFloat(r, a, b);
            case ComparisonKind.FLOAT | GT -> lessFloat(r, b, a);
            case ComparisonKind.FLOAT | LE | FloatRelation.UNORDERED -> ~lessFloat(r, b, a);
            case ComparisonKind.FLOAT | LE -> atMostFloat(r, a, b);
            case ComparisonKind.FLOAT | GT | FloatRelation.UNORDERED -> ~atMostFloat(r, a, b);
            case ComparisonKind.FLOAT | GE -> atMostFloat(r, b, a);
            case ComparisonKind.FLOAT | LT | FloatRelation.UNORDERED -> ~atMostFloat(r, b, a);
            default -> any(comparison, r, a, b);
        };
    }

    /// Compares the high halves of the rows `a` and `b`, whose low halves [#of] compares.
    ///
    /// @param comparison of [ComparisonKind], of pairs
    static int ofHigh(int comparison, long[] r, int a, int b) {
        int accepted = comparison & ComparisonKind.RELATIONS;
        int domain = comparison & ~ComparisonKind.RELATIONS;
        int result = 0;
        for (int l = 0; l < LANES; l++) {
            int relation = relation(domain, r[a + l] >>> Short.SIZE, r[b + l] >>> Short.SIZE);
            result |= ((relation & accepted) != 0 ? 1 : 0) << l;
        }
        return result;
    }

    private static int equal(long[] r, int a, int b) {
        int result = 0;
        for (int l = 0; l < LANES; l++) {
            result |= (r[a + l] == r[b + l] ? 1 : 0) << l;
        }
        return result;
    }

    private static int lessLong(long[] r, int a, int b) {
        int result = 0;
        for (int l = 0; l < LANES; l++) {
            result |= (r[a + l] < r[b + l] ? 1 : 0) << l;
        }
        return result;
    }

    private static int lessInt(long[] r, int a, int b) {
        int result = 0;
        for (int l = 0; l < LANES; l++) {
            result |= ((int) r[a + l] < (int) r[b + l] ? 1 : 0) << l;
        }
        return result;
    }

    private static int lessFloat(long[] r, int a, int b) {
        int result = 0;
        for (int l = 0; l < LANES; l++) {
            result |= (f32(r[a + l]) < f32(r[b + l]) ? 1 : 0) << l;
        }
        return result;
    }

    private static int atMostFloat(long[] r, int a, int b) {
        int result = 0;
        for (int l = 0; l < LANES; l++) {
            result |= (f32(r[a + l]) <= f32(r[b + l]) ? 1 : 0) << l;
        }
        return result;
    }

    private static int any(int comparison, long[] r, int a, int b) {
        int accepted = comparison & ComparisonKind.RELATIONS;
        return switch (comparison & ~ComparisonKind.RELATIONS) {
            case ComparisonKind.FLOAT -> floats(accepted, r, a, b);
            case ComparisonKind.DOUBLE -> doubles(accepted, r, a, b);
            default -> rare(comparison & ~ComparisonKind.RELATIONS, accepted, r, a, b);
        };
    }

    private static int floats(int accepted, long[] r, int a, int b) {
        int result = 0;
        for (int l = 0; l < LANES; l++) {
            int relation = FloatRelation.of(f32(r[a + l]), f32(r[b + l]));
            result |= ((relation & accepted) != 0 ? 1 : 0) << l;
        }
        return result;
    }

    private static int doubles(int accepted, long[] r, int a, int b) {
        int result = 0;
        for (int l = 0; l < LANES; l++) {
            int relation = FloatRelation.of(f64(r[a + l]), f64(r[b + l]));
            result |= ((relation & accepted) != 0 ? 1 : 0) << l;
        }
        return result;
    }

    private static int rare(int domain, int accepted, long[] r, int a, int b) {
        int result = 0;
        for (int l = 0; l < LANES; l++) {
            int relation = relation(domain, r[a + l], r[b + l]);
            result |= ((relation & accepted) != 0 ? 1 : 0) << l;
        }
        return result;
    }

    private static int relation(int domain, long a, long b) {
        return switch (domain) {
            case ComparisonKind.LONG -> relation(Long.compare(a, b));
            case ComparisonKind.INT -> relation(Integer.compare((int) a, (int) b));
            case ComparisonKind.SHORT -> relation(Short.compare((short) a, (short) b));
            case ComparisonKind.UNSIGNED_LONG -> relation(Long.compareUnsigned(a, b));
            case ComparisonKind.FLOAT_FLUSHED ->
                    FloatRelation.of(Floats.flush(f32(a)), Floats.flush(f32(b)));
            case ComparisonKind.CLASS_OF_FLOAT -> FloatClass.of(f32(a));
            case ComparisonKind.CLASS_OF_DOUBLE -> FloatClass.of(f64(a));
            case ComparisonKind.HALF, ComparisonKind.HALVES ->
                    FloatRelation.of(Floats.f16(a), Floats.f16(b));
            case ComparisonKind.HALF_FLUSHED, ComparisonKind.HALVES_FLUSHED ->
                    FloatRelation.of(flushed(a), flushed(b));
            case ComparisonKind.BRAIN, ComparisonKind.BRAINS ->
                    FloatRelation.of(HalfFormat.BRAIN.decode(a), HalfFormat.BRAIN.decode(b));
            default -> throw new IllegalStateException("comparison domain %d".formatted(domain));
        };
    }

    private static double flushed(long half) {
        return HalfFormat.IEEE.flush(HalfFormat.IEEE.decode(half));
    }

    private static int relation(int sign) {
        if (sign == 0) {
            return FloatRelation.EQUAL;
        }
        return sign < 0 ? FloatRelation.LESS : FloatRelation.GREATER;
    }
}
