package org.offloadtck.engine.forms;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// How the results of two devices for a form differ.
///
/// @param number of results
/// @param differences in the order of the results, none if they are equal
record ResultComparison(int number, List<Difference> differences) {

    ResultComparison {
        differences = List.copyOf(differences);
    }

    /// A result, or a half of a packed one, that differs.
    ///
    /// @param isNan whether both are NaNs
    /// @param ulps units of the last place between the numbers
    /// @param distance of the numbers
    /// @param text operands and both results
    record Difference(boolean isNan, BigInteger ulps, double distance, String text) {}

    /// The lines `FORM DIGITS` that a run on a device printed.
    static Map<String, String> results(String text) {
        var results = new HashMap<String, String>();
        text.lines()
                .forEach(line -> {
                    int space = line.indexOf(' ');
                    results.put(line.substring(0, space), line.substring(space + 1));
                });
        return results;
    }

    static ResultComparison of(Form form, OperandTables tables, String actual, String expected) {
        int digits = form.resultBits() / 4;
        int part = form.result().endsWith("x2") ? digits / 2 : digits;
        var differences = new ArrayList<Difference>();
        for (int at = 0; at < expected.length(); at += part) {
            var x = actual.substring(at, at + part);
            var y = expected.substring(at, at + part);
            if (!x.equals(y)) {
                int index = at / digits;
                var operands = tables.text(form, index / form.count());
                var text = "[%d] %s -> %s, expected %s".formatted(index, operands, x, y);
                differences.add(difference(form.result(), x, y, text));
            }
        }
        return new ResultComparison(expected.length() / digits, differences);
    }

    private static Difference difference(String kind, String x, String y, String text) {
        double a = number(kind, x);
        double b = number(kind, y);
        var ulps = ordered(x).subtract(ordered(y)).abs();
        return new Difference(
                Double.isNaN(a) && Double.isNaN(b), ulps, a == b ? 0 : Math.abs(a - b), text);
    }

    /// The number of a floating-point result, or the integer.
    private static double number(String kind, String hex) {
        long bits = Long.parseUnsignedLong(hex, 16);
        return switch (kind) {
            case "f16", "f16x2" -> Float.float16ToFloat((short) bits);
            case "bf16", "bf16x2" -> Float.intBitsToFloat((int) bits << Short.SIZE);
            case "f32", "tf32" -> Float.intBitsToFloat((int) bits);
            case "f64" -> Double.longBitsToDouble(bits);
            default -> bits;
        };
    }

    private static BigInteger ordered(String hex) {
        var bits = new BigInteger(hex, 16);
        int sign = 4 * hex.length() - 1;
        return bits.testBit(sign) ? bits.clearBit(sign).negate() : bits;
    }

    /// How many results differ, and the first with the largest difference.
    @Override
    public String toString() {
        var worst = differences.stream().max(Comparator.comparing(Difference::ulps)).orElseThrow();
        return "%d of %d results, at most %s ulp (%g); %s"
                .formatted(
                        differences.size(), number, worst.ulps(), worst.distance(), worst.text());
    }
}
