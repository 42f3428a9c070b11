package org.offloadtck.engine.interpreter;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/// Rounding by the definition (IEEE 754-2019 §4.3), from exact decimal numbers: an oracle that
/// shares nothing with the simulator.
enum ExactRounding {
    SINGLE(24, -126, 127),
    DOUBLE(53, -1022, 1023),
    HALF(11, -14, 15);

    private static final BigDecimal TWO = BigDecimal.TWO;

    private final int precision;
    private final int least;
    private final int most;

    ExactRounding(int precision, int least, int most) {
        this.precision = precision;
        this.least = least;
        this.most = most;
    }

    /// The number that `exact`, which is not zero, is rounded to; infinite past the largest where
    /// the mode says so.
    double round(BigDecimal exact, String mode) {
        int exponent = Math.max(exponent(exact.abs()), least);
        var unit = power(exponent - precision + 1);
        var steps = exact.divide(unit).setScale(0, java(mode, exact.signum())).toBigInteger();
        var rounded = new BigDecimal(steps).multiply(unit);
        var limit = power(most + 1).subtract(power(most - precision + 1));
        if (rounded.abs().compareTo(limit) > 0) {
            boolean away = mode.equals("rn") || mode.equals(exact.signum() > 0 ? "rp" : "rm");
            double largest = limit.doubleValue();
            return exact.signum() * (away ? Double.POSITIVE_INFINITY : largest);
        }
        return rounded.signum() == 0 ? Math.copySign(0d, exact.signum()) : rounded.doubleValue();
    }

    private static RoundingMode java(String mode, int sign) {
        return switch (mode) {
            case "rn" -> RoundingMode.HALF_EVEN;
            case "rz" -> RoundingMode.DOWN;
            case "rm" -> RoundingMode.FLOOR;
            default -> sign == 0 ? RoundingMode.UNNECESSARY : RoundingMode.CEILING;
        };
    }

    private static BigDecimal power(int exponent) {
        return exponent >= 0
                ? TWO.pow(exponent)
                : BigDecimal.ONE.divide(new BigDecimal(BigInteger.TWO.pow(-exponent)));
    }

    /// The largest power of two that is not greater.
    private static int exponent(BigDecimal magnitude) {
        int guess = Math.getExponent(magnitude.doubleValue());
        guess = Math.clamp(guess, -1200, 1100);
        while (power(guess).compareTo(magnitude) > 0) {
            guess--;
        }
        while (power(guess + 1).compareTo(magnitude) <= 0) {
            guess++;
        }
        return guess;
    }

    /// A quotient with digits to spare, none of which is the last of a tie: an odd digit is put
    /// behind what does not end.
    static BigDecimal quotient(BigDecimal a, BigDecimal b) {
        var context = new MathContext(1200, RoundingMode.DOWN);
        var quotient = a.divide(b, context);
        return quotient.multiply(b).compareTo(a) == 0 ? quotient : sticky(quotient);
    }

    /// Likewise a root.
    static BigDecimal root(BigDecimal a) {
        var root = a.sqrt(new MathContext(400, RoundingMode.DOWN));
        return root.multiply(root).compareTo(a) == 0 ? root : sticky(root);
    }

    private static BigDecimal sticky(BigDecimal value) {
        return value.add(
                value.ulp().divide(BigDecimal.TWO).multiply(BigDecimal.valueOf(value.signum())));
    }
}
