package org.offloadtck.engine.semantics;

import java.math.BigDecimal;

/// Arithmetic under all rounding modes.
///
/// Java rounds to nearest. The directed modes compute that result and the sign of its exact error,
/// and return the result or its neighbour. The error is computed in exact decimal arithmetic, for
/// these modes are rare.
public final class RoundedArithmetic {

    private RoundedArithmetic() {}

    public static double add(double a, double b, RoundingMode mode) {
        double nearest = a + b;
        if (mode == RoundingMode.NEAREST || !Double.isFinite(a) || !Double.isFinite(b)) {
            return nearest;
        }
        var exact = new BigDecimal(a).add(new BigDecimal(b));
        return exact.signum() == 0 ? zeroSum(a, b, mode) : directed(nearest, exact, mode);
    }

    public static double multiply(double a, double b, RoundingMode mode) {
        double nearest = a * b;
        if (mode == RoundingMode.NEAREST || !Double.isFinite(a) || !Double.isFinite(b)) {
            return nearest;
        }
        var exact = new BigDecimal(a).multiply(new BigDecimal(b));
        return exact.signum() == 0 ? nearest : directed(nearest, exact, mode);
    }

    public static double fma(double a, double b, double c, RoundingMode mode) {
        double nearest = Math.fma(a, b, c);
        boolean finite = Double.isFinite(a) && Double.isFinite(b) && Double.isFinite(c);
        if (mode == RoundingMode.NEAREST || !finite) {
            return nearest;
        }
        var exact = new BigDecimal(a).multiply(new BigDecimal(b)).add(new BigDecimal(c));
        return exact.signum() == 0 ? zeroSum(a * b, c, mode) : directed(nearest, exact, mode);
    }

    public static double divide(double a, double b, RoundingMode mode) {
        double nearest = a / b;
        boolean exact = !Double.isFinite(a) || !Double.isFinite(b) || a == 0 || b == 0;
        if (mode == RoundingMode.NEAREST || exact) {
            return nearest;
        }
        if (Double.isInfinite(nearest)) {
            return direct(nearest, -sign(nearest), mode);
        }
        var product = new BigDecimal(nearest).multiply(new BigDecimal(b));
        int error = new BigDecimal(a).compareTo(product) * sign(b);
        return direct(signedZero(nearest, sign(a) * sign(b)), error, mode);
    }

    public static double squareRoot(double a, RoundingMode mode) {
        double nearest = Math.sqrt(a);
        if (mode == RoundingMode.NEAREST || !(a > 0) || Double.isInfinite(a)) {
            return nearest;
        }
        var square = new BigDecimal(nearest).multiply(new BigDecimal(nearest));
        return direct(nearest, new BigDecimal(a).compareTo(square), mode);
    }

    public static float add(float a, float b, RoundingMode mode) {
        float nearest = a + b;
        if (mode == RoundingMode.NEAREST || !Float.isFinite(a) || !Float.isFinite(b)) {
            return nearest;
        }
        var exact = new BigDecimal(a).add(new BigDecimal(b));
        return exact.signum() == 0 ? (float) zeroSum(a, b, mode) : directed(nearest, exact, mode);
    }

    public static float multiply(float a, float b, RoundingMode mode) {
        float nearest = a * b;
        if (mode == RoundingMode.NEAREST || !Float.isFinite(a) || !Float.isFinite(b)) {
            return nearest;
        }
        var exact = new BigDecimal((double) a * b);
        return exact.signum() == 0 ? nearest : directed(nearest, exact, mode);
    }

    public static float fma(float a, float b, float c, RoundingMode mode) {
        float nearest = Math.fma(a, b, c);
        boolean finite = Float.isFinite(a) && Float.isFinite(b) && Float.isFinite(c);
        if (mode == RoundingMode.NEAREST || !finite) {
            return nearest;
        }
        double product = (double) a * b;
        var exact = new BigDecimal(product).add(new BigDecimal(c));
        return exact.signum() == 0
                ? (float) zeroSum(product, c, mode)
                : directed(nearest, exact, mode);
    }

    public static float divide(float a, float b, RoundingMode mode) {
        float nearest = a / b;
        boolean exact = !Float.isFinite(a) || !Float.isFinite(b) || a == 0 || b == 0;
        if (mode == RoundingMode.NEAREST || exact) {
            return nearest;
        }
        if (Float.isInfinite(nearest)) {
            return direct(nearest, -sign(nearest), mode);
        }
        var product = new BigDecimal(nearest).multiply(new BigDecimal(b));
        int error = new BigDecimal(a).compareTo(product) * sign(b);
        return direct((float) signedZero(nearest, sign(a) * sign(b)), error, mode);
    }

    public static float squareRoot(float a, RoundingMode mode) {
        float nearest = (float) Math.sqrt(a);
        if (mode == RoundingMode.NEAREST || !(a > 0) || Float.isInfinite(a)) {
            return nearest;
        }
        double square = (double) nearest * nearest;
        return direct(nearest, Double.compare(a, square), mode);
    }

    /// A 64-bit number rounded to 32 bits.
    public static float narrow(double a, RoundingMode mode) {
        float nearest = (float) a;
        if (mode == RoundingMode.NEAREST || !Double.isFinite(a) || a == 0) {
            return nearest;
        }
        return direct(nearest, Double.compare(a, nearest), mode);
    }

    /// A 64-bit number as a 32-bit one that rounds to 16 bits as the 64-bit number does: rounded to
    /// odd, so that no second rounding can be wrong (Boldo and Melquiond, 2008).
    public static float toOdd(double value) {
        float nearest = (float) value;
        boolean odd = (Float.floatToRawIntBits(nearest) & 1) != 0;
        if (nearest == value || !Float.isFinite(nearest) || odd) {
            return nearest;
        }
        return value > nearest ? Math.nextUp(nearest) : Math.nextDown(nearest);
    }

    /// An exact sum of zero has the sign both terms have; else it is +0, and -0 rounding down (IEEE
    /// 754-2019 §6.3).
    private static double zeroSum(double a, double b, RoundingMode mode) {
        boolean negative = sign(a) < 0;
        if (a == 0 && b == 0 && negative == sign(b) < 0) {
            return a;
        }
        return mode == RoundingMode.DOWN ? -0d : 0d;
    }

    private static double directed(double nearest, BigDecimal exact, RoundingMode mode) {
        if (Double.isInfinite(nearest)) {
            return direct(nearest, -sign(nearest), mode);
        }
        int error = exact.compareTo(new BigDecimal(nearest));
        return direct(signedZero(nearest, exact.signum()), error, mode);
    }

    private static float directed(float nearest, BigDecimal exact, RoundingMode mode) {
        if (Float.isInfinite(nearest)) {
            return direct(nearest, -sign(nearest), mode);
        }
        int error = exact.compareTo(new BigDecimal(nearest));
        return direct((float) signedZero(nearest, exact.signum()), error, mode);
    }

    /// The nearest value or its neighbour.
    ///
    /// @param error the sign of the exact value less `nearest`
    private static double direct(double nearest, int error, RoundingMode mode) {
        return switch (step(sign(nearest), error, mode)) {
            case -1 -> Math.nextDown(nearest);
            case 1 -> Math.nextUp(nearest);
            default -> nearest;
        };
    }

    private static float direct(float nearest, int error, RoundingMode mode) {
        return switch (step(sign(nearest), error, mode)) {
            case -1 -> Math.nextDown(nearest);
            case 1 -> Math.nextUp(nearest);
            default -> nearest;
        };
    }

    /// The neighbour of the nearest value to which the mode rounds: -1, 0 or 1.
    private static int step(int sign, int error, RoundingMode mode) {
        int towards =
                switch (mode) {
                    case NEAREST -> 0;
                    case ZERO -> -sign;
                    case DOWN -> -1;
                    case UP -> 1;
                };
        return error == towards ? towards : 0;
    }

    private static double signedZero(double value, int sign) {
        return value == 0 ? Math.copySign(0d, sign) : value;
    }

    private static int sign(double value) {
        return Math.copySign(1d, value) < 0 ? -1 : 1;
    }
}
