package org.offloadtck.simt.execution;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// Finite numbers in C's decimal forms, exactly rounded, ties to even.
final class CFloat {

    private static final int DEFAULT_PRECISION = 6;

    private CFloat() {}

    /// `%f`
    ///
    /// @param precision `.` and the digits after the point, or nothing
    static String fixed(double value, String precision) {
        String text =
                new BigDecimal(Math.abs(value))
                        .setScale(digits(precision), RoundingMode.HALF_EVEN)
                        .toPlainString();
        return sign(value) + text;
    }

    /// `%e`
    static String scientific(double value, String precision) {
        int digits = digits(precision);
        var exact = new BigDecimal(Math.abs(value));
        if (exact.signum() == 0) {
            return sign(value) + BigDecimal.ZERO.setScale(digits).toPlainString() + "e+00";
        }
        var rounded = exact.round(new MathContext(digits + 1, RoundingMode.HALF_EVEN));
        int exponent = rounded.precision() - rounded.scale() - 1;
        String mantissa = rounded.movePointLeft(exponent).setScale(digits).toPlainString();
        return "%s%se%s%02d"
                .formatted(sign(value), mantissa, exponent < 0 ? "-" : "+", Math.abs(exponent));
    }

    /// `%g`
    static String general(double value, String precision) {
        int digits = Math.max(1, digits(precision));
        String scientific = scientific(value, "." + (digits - 1));
        int mark = scientific.indexOf('e');
        int exponent = Integer.parseInt(scientific.substring(mark + 1));
        if (exponent < -4 || exponent >= digits) {
            return trim(scientific.substring(0, mark)) + scientific.substring(mark);
        }
        return trim(fixed(value, "." + (digits - 1 - exponent)));
    }

    private static String trim(String number) {
        if (number.indexOf('.') < 0) {
            return number;
        }
        String trimmed = number.replaceAll("0+$", "");
        return trimmed.endsWith(".") ? trimmed.substring(0, trimmed.length() - 1) : trimmed;
    }

    private static String sign(double value) {
        return Math.copySign(1, value) < 0 ? "-" : "";
    }

    private static int digits(String precision) {
        return precision.isEmpty() ? DEFAULT_PRECISION : Integer.parseInt(precision.substring(1));
    }
}
