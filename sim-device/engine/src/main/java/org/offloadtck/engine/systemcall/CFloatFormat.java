package org.offloadtck.engine.systemcall;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// Formats finite numbers like C: exactly rounded, ties to even.
final class CFloatFormat {

    private static final int DEFAULT_PRECISION = 6;

    private CFloatFormat() {}

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

    /// `%#g`; [#trimmed] makes `%g` of it.
    static String general(double value, String precision) {
        int digits = Math.max(1, digits(precision));
        String scientific = scientific(value, "." + (digits - 1));
        int mark = scientific.indexOf('e');
        int exponent = Integer.parseInt(scientific.substring(mark + 1));
        if (exponent < -4 || exponent >= digits) {
            return scientific;
        }
        return fixed(value, "." + (digits - 1 - exponent));
    }

    /// The number without trailing zeros of its fraction.
    static String trimmed(String number) {
        int mark = number.indexOf('e');
        int end = mark < 0 ? number.length() : mark;
        if (number.lastIndexOf('.', end) < 0) {
            return number;
        }
        String fraction = number.substring(0, end).replaceAll("\\.?0+$", "");
        return fraction + number.substring(end);
    }

    /// `%a` of a number that is not negative. Rounded to a precision, the first digit may be 2.
    static String hexadecimal(double value, String precision) {
        if (precision.isEmpty()) {
            return Double.toHexString(value).replace(".0p", "p").replaceAll("p(?=\\d)", "p+");
        }
        int digits = digits(precision);
        int exponent = value == 0 ? 0 : Math.max(Math.getExponent(value), Double.MIN_EXPONENT);
        var scaled = new BigDecimal(Math.scalb(value, -exponent));
        var steps =
                scaled.multiply(BigDecimal.valueOf(16).pow(digits))
                        .setScale(0, RoundingMode.HALF_EVEN)
                        .toBigInteger();
        String text = "0".repeat(digits) + steps.toString(16);
        String whole = steps.shiftRight(4 * digits).toString(16);
        String fraction = text.substring(text.length() - digits);
        return "0x%s%s%sp%s%d"
                .formatted(
                        whole,
                        digits == 0 ? "" : ".",
                        fraction,
                        exponent < 0 ? "-" : "+",
                        Math.abs(exponent));
    }

    private static String sign(double value) {
        return Math.copySign(1, value) < 0 ? "-" : "";
    }

    private static int digits(String precision) {
        return precision.isEmpty() ? DEFAULT_PRECISION : Integer.parseInt(precision.substring(1));
    }
}
