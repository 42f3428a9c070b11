package org.offloadtck.engine.libdevice;

import org.offloadtck.engine.libdevice.DoubleDouble.Scaled;

/// The error function, its complement, the normal distribution, and their inverses.
///
/// Below [#SERIES_END], erf is the sum of its Taylor series. Beyond it, erfc is its continued
/// fraction (Abramowitz and Stegun §7.1.5, §7.1.14). Errors are below 0.51 ulp, and below 1 ulp for
/// subnormal results.
final class ErrorFunctions {

    private static final double SERIES_END = 3;

    /// Past it erf is 1 to 64 bits, and erfc is e^(-x²) times less than 0.1.
    private static final double ONE_FROM = 6;

    /// Past it erfc, and from 2^-1 times it the normal distribution, is zero.
    private static final double ZERO_FROM = 40;

    /// Past it the first term of the asymptotic series is all of erfcx.
    private static final double LARGE = 0x1p30;

    /// Levels of the continued fraction, enough for 80 bits from [#SERIES_END] on.
    private static final int LEVELS = 90;

    private static final double NEGLIGIBLE = 0x1p-110;

    /// Steps of Halley's method, each of which triples the right digits of the two at its start.
    private static final int STEPS = 6;

    /// Winitzki's constant (*A handy approximation for the error function and its inverse*, 2008).
    private static final double WINITZKI = 0.147;

    private ErrorFunctions() {}

    static double erf(double x) {
        if (Double.isNaN(x) || x == 0) {
            return x;
        }
        if (Math.abs(x) < SERIES_END) {
            return series(DoubleDouble.of(x)).value();
        }
        double rest = Math.abs(x) > ONE_FROM ? 0 : tail(DoubleDouble.of(Math.abs(x))).value();
        return Math.copySign(1 - rest, x);
    }

    static double erfc(double x) {
        return Double.isNaN(x) ? x : complement(DoubleDouble.of(x)).value();
    }

    /// erfc times e^(x²).
    static double erfcx(double x) {
        if (Double.isNaN(x)) {
            return x;
        }
        if (x >= LARGE) {
            return 1 / DoubleDouble.SQRT_PI.high() / x;
        }
        if (x >= SERIES_END) {
            return fraction(DoubleDouble.of(x)).value();
        }
        if (x < -ZERO_FROM) {
            return Double.POSITIVE_INFINITY;
        }
        var rest = complement(DoubleDouble.of(x)).exact();
        return DoubleDouble.product(x, x).exponential().times(rest).value();
    }

    static double normalDistribution(double x) {
        if (Double.isNaN(x)) {
            return x;
        }
        if (Math.abs(x) > ZERO_FROM) {
            return x > 0 ? 1 : 0;
        }
        var half = complement(DoubleDouble.SQRT_HALF.times(-x));
        return new Scaled(half.factor(), half.exponent() - 1).value();
    }

    static double inverse(double y) {
        if (y == 0) {
            return y;
        }
        if (!(Math.abs(y) < 1)) {
            return Math.abs(y) == 1 ? Math.copySign(Double.POSITIVE_INFINITY, y) : Double.NaN;
        }
        if (Math.abs(y) < 0x1p-28) {
            return DoubleDouble.of(y).over(DoubleDouble.TWO_OVER_SQRT_PI).value();
        }
        var size =
                Math.abs(y) < 0.5
                        ? solve(Math.abs(y), Side.BELOW)
                        : solve(1 - Math.abs(y), Side.ABOVE);
        return Math.copySign(size.value(), y);
    }

    static double inverseComplement(double c) {
        return quantile(c).value();
    }

    static double normalQuantile(double p) {
        if (!(p >= 0 && p <= 1)) {
            return Double.NaN;
        }
        if (p == 0 || p == 1) {
            return p == 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        return 0 - quantile(2 * p).over(DoubleDouble.SQRT_HALF).value();
    }

    /// The x whose erfc is `c`.
    private static DoubleDouble quantile(double c) {
        if (!(c > 0 && c < 2)) {
            double edge = c == 0 ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
            return DoubleDouble.of(c == 0 || c == 2 ? edge : Double.NaN);
        }
        if (c < 0.5) {
            return solve(c, Side.ABOVE);
        }
        if (c > 1.5) {
            return solve(2 - c, Side.ABOVE).negated();
        }
        double y = 1 - c;
        if (Math.abs(y) < 0x1p-28) {
            return DoubleDouble.of(y).over(DoubleDouble.TWO_OVER_SQRT_PI);
        }
        var size = solve(Math.abs(y), Side.BELOW);
        return y < 0 ? size.negated() : size;
    }

    private enum Side {
        /// The value is that of erf.
        BELOW,
        /// The value is that of erfc.
        ABOVE
    }

    /// The positive x at which the function has the value, 0 to 0.5.
    private static DoubleDouble solve(double value, Side side) {
        double y = side == Side.BELOW ? value : 1 - value;
        double log =
                side == Side.BELOW ? StrictMath.log1p(-y * y) : StrictMath.log(value * (1 + y));
        double middle = 2 / (Math.PI * WINITZKI) + log / 2;
        var x = DoubleDouble.of(Math.sqrt(Math.sqrt(middle * middle - log / WINITZKI) - middle));
        for (int i = 0; i < STEPS; i++) {
            double step = step(x, value, side);
            x = x.plus(step / (1 - x.high() * step));
        }
        return x;
    }

    /// Newton's step: the error over the derivative.
    private static double step(DoubleDouble x, double value, Side side) {
        return switch (side) {
            case BELOW -> {
                double slope =
                        DoubleDouble.TWO_OVER_SQRT_PI.high() * StrictMath.exp(-x.high() * x.high());
                yield series(x).negated().plus(value).value() / slope;
            }
            case ABOVE -> {
                var found = complement(x);
                var wanted = DoubleDouble.of(Math.scalb(value, -found.exponent()));
                double error = wanted.over(found.factor()).negated().plus(1).value();
                yield error * erfcx(x.high()) / DoubleDouble.TWO_OVER_SQRT_PI.high();
            }
        };
    }

    private static Scaled complement(DoubleDouble x) {
        if (x.high() > ZERO_FROM) {
            return new Scaled(DoubleDouble.ZERO, 0);
        }
        if (x.high() >= SERIES_END) {
            return tail(x);
        }
        if (x.high() > -SERIES_END) {
            return new Scaled(DoubleDouble.ONE.minus(series(x)), 0);
        }
        var rest = x.high() < -ONE_FROM ? DoubleDouble.ZERO : tail(x.negated()).exact();
        return new Scaled(DoubleDouble.of(2).minus(rest), 0);
    }

    /// erf, by 2/√π Σ (-1)^n x^(2n+1) / (n! (2n+1)).
    private static DoubleDouble series(DoubleDouble x) {
        var square = x.times(x).negated();
        var power = x;
        var sum = x;
        for (int n = 1; Math.abs(power.high()) > NEGLIGIBLE * Math.abs(x.high()); n++) {
            power = power.times(square).over(n);
            sum = sum.plus(power.over(2 * n + 1));
        }
        return sum.times(DoubleDouble.TWO_OVER_SQRT_PI);
    }

    /// erfc from [#SERIES_END] on.
    private static Scaled tail(DoubleDouble x) {
        return x.times(x).negated().exponential().times(fraction(x));
    }

    /// erfcx, by 1/√π · 1/(x + (1/2)/(x + (2/2)/(x + (3/2)/(x + …)))).
    private static DoubleDouble fraction(DoubleDouble x) {
        var denominator = x;
        for (int level = LEVELS; level > 0; level--) {
            denominator = DoubleDouble.of(level / 2.0).over(denominator).plus(x);
        }
        return DoubleDouble.ONE.over(denominator.times(DoubleDouble.SQRT_PI));
    }
}
