package org.offloadtck.engine.libdevice;

/// Sine and cosine of multiples of π. Errors are below 0.51 ulp.
final class TrigonometricFunctions {

    /// Enough terms for 106 bits up to π/4.
    private static final int TERMS = 14;

    private TrigonometricFunctions() {}

    static double sinpi(double x) {
        if (!Double.isFinite(x)) {
            return Double.NaN;
        }
        return x == Math.rint(x) ? Math.copySign(0d, x) : sineOfPi(x).value();
    }

    static double cospi(double x) {
        if (!Double.isFinite(x)) {
            return Double.NaN;
        }
        double reduced = Math.abs(Math.IEEEremainder(x, 2));
        if (reduced > 0.25 && reduced < 0.75) {
            return turned(0.5 - reduced).value();
        }
        double angle = reduced > 0.5 ? 1 - reduced : reduced;
        double cosine = alternating(DoubleDouble.PI.times(angle), 0).value();
        return reduced > 0.5 ? -cosine : cosine;
    }

    /// sin πx of a finite number.
    static DoubleDouble sineOfPi(double x) {
        double reduced = Math.IEEEremainder(x, 2);
        double folded = Math.abs(reduced) > 0.5 ? Math.copySign(1, reduced) - reduced : reduced;
        return turned(folded);
    }

    /// sin πx, x from -1/2 to 1/2.
    private static DoubleDouble turned(double x) {
        if (Math.abs(x) <= 0.25) {
            var angle = DoubleDouble.PI.times(x);
            return angle.times(alternating(angle, 1));
        }
        var cosine = alternating(DoubleDouble.PI.times(0.5 - Math.abs(x)), 0);
        return x < 0 ? cosine.negated() : cosine;
    }

    /// Σ (-1)^k a^(2k) / (2k + first)!, which is the cosine for 0, and the sine over a for 1.
    private static DoubleDouble alternating(DoubleDouble angle, int first) {
        var square = angle.times(angle).negated();
        var sum = DoubleDouble.ONE;
        for (int k = TERMS; k > 0; k--) {
            int n = 2 * k + first;
            sum = sum.times(square).over((double) n * (n - 1)).plus(1);
        }
        return sum;
    }
}
