package org.offloadtck.engine.libdevice;

/// The gamma function and its logarithm, by Stirling's series (Abramowitz and Stegun §6.1.41) where
/// the argument is large or was made so, and by reflection below zero.
///
/// Errors are below 1 ulp of tgamma, and of lgamma outside -12 … -2, where it has zeros: there the
/// error is below 2^-70.
final class GammaFunctions {

    /// From this argument on, the terms of the series below suffice for 85 bits.
    private static final double LARGE = 20;

    /// Beyond it, gamma is infinite (171.6); below its counterpart, zero.
    private static final double OVERFLOW = 172;

    private static final double UNDERFLOW = -186;

    /// Beyond it, the logarithm is x (ln x - 1).
    private static final double HUGE = 0x1p80;

    /// How far around the zeros at 1 and 2 the Taylor series is used.
    private static final double NEAR_ZERO = 0.25;

    /// Numerators and denominators of B(2k) / (2k (2k - 1)), k from 1.
    private static final double[][] STIRLING = {
        {1, 12},
        {-1, 360},
        {1, 1260},
        {-1, 1680},
        {1, 1188},
        {-691, 360360},
        {1, 156},
        {-3617, 122400},
        {43867, 244188},
        {-174611, 125400},
        {77683, 5796},
        {-236364091, 1506960},
        {657931, 300},
        {-3392780147.0, 93960}
    };

    /// ζ(k) - 1, k from 2: what the logarithm's derivatives at 2 are made of (Abramowitz and Stegun
    /// §6.1.33). Computed to 400 bits.
    private static final double[] ZETA = {
        0.6449340668482264, 0.2020569031595943, 0.08232323371113819, 0.03692775514336993,
        0.01734306198444914, 0.008349277381922827, 0.00407735619794434, 0.0020083928260822143,
        9.945751278180853E-4, 4.941886041194645E-4, 2.460865533080483E-4, 1.2271334757848915E-4,
        6.124813505870483E-5, 3.058823630702049E-5, 1.528225940865187E-5, 7.637197637899763E-6,
        3.81729326499984E-6, 1.908212716553939E-6, 9.539620338727962E-7, 4.769329867878064E-7,
        2.38450502727733E-7, 1.1921992596531106E-7
    };

    private GammaFunctions() {}

    static double gamma(double x) {
        if (Double.isNaN(x) || x == Double.POSITIVE_INFINITY) {
            return x;
        }
        if (x == 0 || (Math.abs(x) < 0x1p-60)) {
            return 1 / x;
        }
        boolean odd = Math.floor(x) % 2 != 0;
        if (x < 0 && x == Math.rint(x)) {
            return Double.NaN;
        }
        if (x > OVERFLOW || x < UNDERFLOW) {
            return x > 0 ? Double.POSITIVE_INFINITY : odd ? -0d : 0d;
        }
        double size = logarithm(x).exponential().value();
        return x < 0 && odd ? -size : size;
    }

    static double logarithmOfGamma(double x) {
        if (Double.isNaN(x) || Double.isInfinite(x)) {
            return Math.abs(x);
        }
        if (x <= 0 && x == Math.rint(x)) {
            return Double.POSITIVE_INFINITY;
        }
        if (Math.abs(x - 1) < NEAR_ZERO) {
            return nearTwo(x - 1) - StrictMath.log1p(x - 1);
        }
        if (Math.abs(x - 2) < NEAR_ZERO) {
            return nearTwo(x - 2);
        }
        if (x >= HUGE) {
            return x * (StrictMath.log(x) - 1);
        }
        if (Math.abs(x) < 0x1p-60) {
            return -StrictMath.log(Math.abs(x));
        }
        return logarithm(x).value();
    }

    /// The logarithm at 2 + `e`.
    private static double nearTwo(double e) {
        double sum = 0;
        for (int i = ZETA.length - 1; i >= 0; i--) {
            double sign = i % 2 == 0 ? 1 : -1;
            sum = sum * e + sign * ZETA[i] / (i + 2);
        }
        return e * ((1 - DoubleDouble.EULER.high()) + e * sum);
    }

    /// The logarithm of gamma's size, of an argument that is not a whole number below 1.
    private static DoubleDouble logarithm(double x) {
        if (x > 0) {
            return positive(x);
        }
        var sine = TrigonometricFunctions.sineOfPi(x).absolute();
        return DoubleDouble.PI.over(sine.times(-x)).logarithm().minus(positive(-x));
    }

    private static DoubleDouble positive(double x) {
        var product = DoubleDouble.ONE;
        var z = DoubleDouble.of(x);
        while (z.high() < LARGE) {
            product = product.times(z);
            z = z.plus(1);
        }
        return stirling(z).minus(product.logarithm());
    }

    private static DoubleDouble stirling(DoubleDouble z) {
        var inverse = DoubleDouble.ONE.over(z);
        var square = inverse.times(inverse);
        var sum = DoubleDouble.ZERO;
        for (int k = STIRLING.length - 1; k >= 0; k--) {
            var coefficient = DoubleDouble.of(STIRLING[k][0]).over(STIRLING[k][1]);
            sum = sum.times(square).plus(coefficient);
        }
        return z.plus(-0.5)
                .times(z.logarithm())
                .minus(z)
                .plus(DoubleDouble.HALF_LOG_TWO_PI)
                .plus(sum.times(inverse));
    }
}
