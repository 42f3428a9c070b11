package org.offloadtck.engine.libdevice;

/// Bessel functions (Abramowitz and Stegun §9): the power series up to [#ASYMPTOTIC], Hankel's
/// expansion beyond, recurrence for higher orders.
///
/// Errors of orders 0 and 1 are below 1 ulp up to [#ASYMPTOTIC] and below 2^-52 in absolute terms
/// beyond it; of higher orders below 2^-48 of the largest value of the orders below; of the
/// modified functions below 4 ulp.
final class BesselFunctions {

    private static final double ASYMPTOTIC = 25;

    private static final double NEGLIGIBLE = 0x1p-110;

    /// Past half of it e to this power is computed as a square.
    private static final double LARGE = 700;

    /// Past it the modified functions are infinite.
    private static final double OVERFLOW = 720;

    /// ln of what is zero.
    private static final double UNDERFLOW = -760;

    /// How far above the order or argument the downward recurrence starts.
    private static final int HEADROOM = 80;

    private static final double RESCALE = 0x1p500;

    private BesselFunctions() {}

    /// The Bessel function of the first kind.
    static double j(int order, double x) {
        if (Double.isNaN(x) || order < 0) {
            return Double.NaN;
        }
        if (Double.isInfinite(x)) {
            return 0;
        }
        double size = Math.abs(x);
        double value = order < 2 ? firstKind(order, size) : higherFirst(order, size);
        return order % 2 == 1 && Math.copySign(1, x) < 0 ? -value : value;
    }

    /// The Bessel function of the second kind.
    static double y(int order, double x) {
        if (!(x >= 0) || order < 0) {
            return Double.NaN;
        }
        if (x == 0) {
            return Double.NEGATIVE_INFINITY;
        }
        if (order < 2 || Double.isInfinite(x)) {
            return secondKind(order, x);
        }
        double below = secondKind(0, x);
        double value = secondKind(1, x);
        for (int n = 1; n < order && !Double.isInfinite(value); n++) {
            double above = 2 * n / x * value - below;
            below = value;
            value = above;
        }
        return value;
    }

    /// The modified Bessel function of the first kind, of order 0 or 1.
    static double i(int order, double x) {
        double size = Math.abs(x);
        if (Double.isNaN(x) || size > OVERFLOW) {
            return order == 1 && x < 0 ? -size / 0d : Double.isNaN(x) ? x : size / 0d;
        }
        double value = size < ASYMPTOTIC ? series(order, size, 1).value() : growth(order, size);
        return order == 1 ? Math.copySign(value, x) : value;
    }

    private static double firstKind(int order, double x) {
        if (x >= ASYMPTOTIC) {
            var wave = Wave.of(order, x);
            return order == 0
                    ? (wave.even * wave.sum - wave.odd * wave.difference) / wave.root
                    : (wave.even * wave.difference + wave.odd * wave.sum) / wave.root;
        }
        return order == 1 && x < 0x1p-500 ? x / 2 : series(order, x, -1).value();
    }

    private static double secondKind(int order, double x) {
        if (Double.isInfinite(x)) {
            return 0;
        }
        if (x >= ASYMPTOTIC) {
            var wave = Wave.of(order, x);
            return order == 0
                    ? (wave.even * wave.difference + wave.odd * wave.sum) / wave.root
                    : (wave.odd * wave.difference - wave.even * wave.sum) / wave.root;
        }
        if (order == 1 && x < 0x1p-500) {
            return -DoubleDouble.of(2).over(DoubleDouble.PI).value() / x;
        }
        return logarithmic(order, x).value();
    }

    /// (x/2)^n Σ (sign x²/4)^k / (k! (k + n)!).
    private static DoubleDouble series(int order, double x, int sign) {
        var quarter = DoubleDouble.product(x / 2, x / 2).times(sign);
        var term = order == 0 ? DoubleDouble.ONE : DoubleDouble.of(x / 2);
        var sum = term;
        for (int k = 1; Math.abs(term.high()) > NEGLIGIBLE; k++) {
            term = term.times(quarter).over((double) k * (k + order));
            sum = sum.plus(term);
        }
        return sum;
    }

    /// Y of order 0 or 1 from its series (§9.1.11, §9.1.13).
    private static DoubleDouble logarithmic(int order, double x) {
        var half = DoubleDouble.of(x / 2);
        var quarter = half.times(half).negated();
        var term = order == 0 ? DoubleDouble.ONE : half;
        // ψ(k + 1) + ψ(k + order + 1), halved
        var digamma = DoubleDouble.of(order / 2.0).minus(DoubleDouble.EULER);
        var sum = term.times(digamma);
        for (int k = 1; Math.abs(term.high()) > NEGLIGIBLE * NEGLIGIBLE; k++) {
            term = term.times(quarter).over((double) k * (k + order));
            digamma = digamma.plus(DoubleDouble.of(0.5).over(k));
            digamma = digamma.plus(DoubleDouble.of(0.5).over(k + order));
            sum = sum.plus(term.times(digamma));
        }
        var logarithm = DoubleDouble.of(x).logarithm().minus(DoubleDouble.LN2);
        var regular = logarithm.times(series(order, x, -1)).minus(sum);
        var whole = order == 0 ? regular : regular.minus(DoubleDouble.ONE.over(x));
        return whole.scaled(1).over(DoubleDouble.PI);
    }

    /// What Hankel's expansions are made of (§9.2.5 to §9.2.10).
    ///
    /// @param even P
    /// @param odd Q
    /// @param sum of cosine and sine
    /// @param difference sine less cosine
    private record Wave(double even, double odd, double sum, double difference, double root) {

        static Wave of(int order, double x) {
            double sine = StrictMath.sin(x);
            double cosine = StrictMath.cos(x);
            double[] parts = new double[4];
            double term = 1;
            for (int k = 0; Math.abs(term) > NEGLIGIBLE && k < 2 * ASYMPTOTIC; k++) {
                parts[k % 4] += term;
                term *= factor(order, k + 1, x);
            }
            double root = Math.sqrt(Math.PI) * Math.sqrt(x);
            return new Wave(
                    parts[0] - parts[2], parts[1] - parts[3], cosine + sine, sine - cosine, root);
        }

        /// The ratio of term `k` to the one before.
        static double factor(int order, int k, double x) {
            double odd = 2 * k - 1;
            return (4d * order * order - odd * odd) / (8 * k * x);
        }
    }

    /// e^x/√(2πx) Σ (-1)^k a(k) / x^k (§9.7.1).
    private static double growth(int order, double x) {
        double sum = 0;
        double term = 1;
        for (int k = 0; Math.abs(term) > 0x1p-60 && k < 2 * ASYMPTOTIC; k++) {
            sum += term;
            term *= -Wave.factor(order, k + 1, x);
        }
        double scale = sum / Math.sqrt(2 * Math.PI * x);
        if (x < LARGE) {
            return StrictMath.exp(x) * scale;
        }
        double half = StrictMath.exp(x / 2);
        return half * (half * scale);
    }

    /// J of an order of 2 or more: upwards while the argument is larger, else downwards from where
    /// it is nothing.
    private static double higherFirst(int order, double x) {
        double bound = order * StrictMath.log(x / 2) - GammaFunctions.logarithmOfGamma(order + 1d);
        if (x == 0 || bound < UNDERFLOW) {
            return 0;
        }
        if (x > order) {
            double below = firstKind(0, x);
            double value = firstKind(1, x);
            for (int n = 1; n < order; n++) {
                double above = 2 * n / x * value - below;
                below = value;
                value = above;
            }
            return value;
        }
        return downwards(order, x);
    }

    /// Miller's algorithm, scaled by J(0) + 2 Σ J(2k) = 1.
    private static double downwards(int order, double x) {
        double above = 0;
        double value = 0x1p-500;
        double norm = 0;
        double wanted = 0;
        for (int n = (order + HEADROOM + (int) (4 * Math.sqrt(order))) / 2 * 2; n > 0; n--) {
            double below = 2 * n / x * value - above;
            above = value;
            value = below;
            if (Math.abs(value) > RESCALE) {
                value /= RESCALE;
                above /= RESCALE;
                norm /= RESCALE;
                wanted /= RESCALE;
            }
            if (n - 1 == order) {
                wanted = value;
            }
            if (n % 2 == 1) {
                norm += n == 1 ? value : 2 * value;
            }
        }
        return wanted / norm;
    }
}
