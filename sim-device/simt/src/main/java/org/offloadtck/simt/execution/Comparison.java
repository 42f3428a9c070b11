package org.offloadtck.simt.execution;

import static org.offloadtck.simt.semantics.Floats.f32;
import static org.offloadtck.simt.semantics.Floats.f64;

import org.offloadtck.simt.image.Code;
import org.offloadtck.simt.image.Comparisons;
import org.offloadtck.simt.semantics.FloatClass;
import org.offloadtck.simt.semantics.FloatRelation;
import org.offloadtck.simt.semantics.Floats;
import org.offloadtck.simt.semantics.Halves;

/// Compares rows, all 32 lanes at once; the result has a bit for each lane.
final class Comparison {

    private static final int LANES = Code.LANES;
    private static final int EQ = FloatRelation.EQUAL;
    private static final int NE = FloatRelation.LESS | FloatRelation.GREATER;
    private static final int LT = FloatRelation.LESS;
    private static final int LE = FloatRelation.LESS | FloatRelation.EQUAL;
    private static final int GT = FloatRelation.GREATER;
    private static final int GE = FloatRelation.GREATER | FloatRelation.EQUAL;

    private Comparison() {}

    /// Compares the rows `a` and `b`.
    ///
    /// @param comparison of [Comparisons]
    static int of(int comparison, long[] r, int a, int b) {
        return switch (comparison) {
            case Comparisons.LONG | EQ, Comparisons.INT | EQ -> equal(r, a, b);
            case Comparisons.LONG | NE, Comparisons.INT | NE -> ~equal(r, a, b);
            case Comparisons.LONG | LT -> lessLong(r, a, b);
            case Comparisons.LONG | GE -> ~lessLong(r, a, b);
            case Comparisons.LONG | GT -> lessLong(r, b, a);
            case Comparisons.LONG | LE -> ~lessLong(r, b, a);
            case Comparisons.INT | LT -> lessInt(r, a, b);
            case Comparisons.INT | GE -> ~lessInt(r, a, b);
            case Comparisons.INT | GT -> lessInt(r, b, a);
            case Comparisons.INT | LE -> ~lessInt(r, b, a);
            case Comparisons.FLOAT | LT -> lessFloat(r, a, b);
            case Comparisons.FLOAT | GE | FloatRelation.UNORDERED -> ~lessFloat(r, a, b);
            case Comparisons.FLOAT | GT -> lessFloat(r, b, a);
            case Comparisons.FLOAT | LE | FloatRelation.UNORDERED -> ~lessFloat(r, b, a);
            case Comparisons.FLOAT | LE -> atMostFloat(r, a, b);
            case Comparisons.FLOAT | GT | FloatRelation.UNORDERED -> ~atMostFloat(r, a, b);
            case Comparisons.FLOAT | GE -> atMostFloat(r, b, a);
            case Comparisons.FLOAT | LT | FloatRelation.UNORDERED -> ~atMostFloat(r, b, a);
            default -> any(comparison, r, a, b);
        };
    }

    /// Compares the high halves of the rows `a` and `b`, whose low halves [#of] compares.
    ///
    /// @param comparison of [Comparisons], of pairs
    static int ofHigh(int comparison, long[] r, int a, int b) {
        int accepted = comparison & Comparisons.RELATIONS;
        int domain = comparison & ~Comparisons.RELATIONS;
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
        int accepted = comparison & Comparisons.RELATIONS;
        return switch (comparison & ~Comparisons.RELATIONS) {
            case Comparisons.FLOAT -> floats(accepted, r, a, b);
            case Comparisons.DOUBLE -> doubles(accepted, r, a, b);
            default -> rare(comparison & ~Comparisons.RELATIONS, accepted, r, a, b);
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
            case Comparisons.LONG -> relation(Long.compare(a, b));
            case Comparisons.INT -> relation(Integer.compare((int) a, (int) b));
            case Comparisons.SHORT -> relation(Short.compare((short) a, (short) b));
            case Comparisons.UNSIGNED_LONG -> relation(Long.compareUnsigned(a, b));
            case Comparisons.FLOAT_FLUSHED ->
                    FloatRelation.of(Floats.flush(f32(a)), Floats.flush(f32(b)));
            case Comparisons.CLASS_OF_FLOAT -> FloatClass.of(f32(a));
            case Comparisons.CLASS_OF_DOUBLE -> FloatClass.of(f64(a));
            case Comparisons.HALF, Comparisons.HALVES ->
                    FloatRelation.of(Floats.f16(a), Floats.f16(b));
            case Comparisons.HALF_FLUSHED, Comparisons.HALVES_FLUSHED ->
                    FloatRelation.of(flushed(a), flushed(b));
            case Comparisons.BRAIN, Comparisons.BRAINS ->
                    FloatRelation.of(Halves.BRAIN.decode(a), Halves.BRAIN.decode(b));
            default -> throw new IllegalStateException("comparison domain %d".formatted(domain));
        };
    }

    private static double flushed(long half) {
        return Halves.IEEE.flush(Halves.IEEE.decode(half));
    }

    private static int relation(int sign) {
        if (sign == 0) {
            return FloatRelation.EQUAL;
        }
        return sign < 0 ? FloatRelation.LESS : FloatRelation.GREATER;
    }
}
