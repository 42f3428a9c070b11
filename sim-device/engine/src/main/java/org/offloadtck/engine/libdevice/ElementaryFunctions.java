package org.offloadtck.engine.libdevice;

/// Elementary functions that `StrictMath` does not have, computed with its help.
final class ElementaryFunctions {

    /// Beyond it, adding or subtracting 1 under a root has no effect.
    private static final double LARGE = 0x1p28;

    private static final double LN2 = DoubleDouble.LN2.high();

    private ElementaryFunctions() {}

    static double asinh(double x) {
        double size = Math.abs(x);
        double square = size * size;
        double value =
                size > LARGE
                        ? StrictMath.log(size) + LN2
                        : StrictMath.log1p(size + square / (1 + Math.sqrt(square + 1)));
        return Math.copySign(value, x);
    }

    static double acosh(double x) {
        if (x > LARGE) {
            return StrictMath.log(x) + LN2;
        }
        if (x < 1) {
            return Double.NaN;
        }
        double above = x - 1;
        return StrictMath.log1p(above + Math.sqrt(above * (x + 1)));
    }

    static double atanh(double x) {
        double size = Math.abs(x);
        double twice = size + size;
        double ratio = size < 0.5 ? twice + twice * size / (1 - size) : twice / (1 - size);
        return Math.copySign(StrictMath.log1p(ratio) / 2, x);
    }

    /// Exact at powers of two.
    static double log2(double x) {
        double log = StrictMath.log(x);
        double exponent = logb(x);
        if (x > 0 && Math.scalb(1d, (int) exponent) == x) {
            return exponent;
        }
        return Math.fma(log, DoubleDouble.LOG2_E.high(), log * DoubleDouble.LOG2_E.low());
    }

    /// The power function of the C standard, which returns 1 for 1^NaN and (-1)^±∞ (C17 §F.10.4.4).
    static double power(double a, double b) {
        boolean one = a == 1 || (a == -1 && Double.isInfinite(b));
        return one ? 1 : StrictMath.pow(a, b);
    }

    /// `a` - `b` if that is positive, else +0.
    static double positiveDifference(double a, double b) {
        return a <= b ? 0 : a - b;
    }

    /// Rounds to the nearest integer, halves away from zero.
    static double round(double x) {
        double whole = x < 0 ? Math.ceil(x) : Math.floor(x);
        double rounded = Math.abs(x - whole) >= 0.5 ? whole + Math.copySign(1, x) : whole;
        return Math.copySign(rounded, x);
    }

    /// The exponent of a number, also of a subnormal one, as a number.
    static double logb(double a) {
        if (Double.isNaN(a) || Double.isInfinite(a)) {
            return Math.abs(a);
        }
        if (a == 0) {
            return Double.NEGATIVE_INFINITY;
        }
        return Math.abs(a) < Double.MIN_NORMAL
                ? Math.getExponent(a * 0x1p54) - 54
                : Math.getExponent(a);
    }

    /// √(a² + b² + c²).
    static double norm(double a, double b, double c) {
        double most = Math.max(Math.max(Math.abs(a), Math.abs(b)), Math.abs(c));
        if (Double.isInfinite(a) || Double.isInfinite(b) || Double.isInfinite(c)) {
            return Double.POSITIVE_INFINITY;
        }
        if (most == 0 || Double.isNaN(most)) {
            return most;
        }
        int exponent = (int) logb(most);
        var sum = square(a, exponent).plus(square(b, exponent)).plus(square(c, exponent));
        return Math.scalb(sum.squareRoot().value(), exponent);
    }

    /// The reciprocal of [#norm], which is not zero if the norm overflows.
    static double inverseNorm(double a, double b, double c) {
        double norm = norm(a, b, c);
        boolean finite = Double.isFinite(a) && Double.isFinite(b) && Double.isFinite(c);
        return Double.isInfinite(norm) && finite ? 0.25 / norm(a / 4, b / 4, c / 4) : 1 / norm;
    }

    private static DoubleDouble square(double a, int exponent) {
        double scaled = Math.scalb(a, -exponent);
        return DoubleDouble.product(scaled, scaled);
    }
}
