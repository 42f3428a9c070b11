package org.offloadtck.implementation.element;

/// The distance of two numbers of a type, in representable values.
///
/// Neighbours have the distance 1, and so have the two zeros: 0 means equal bits. A NaN equals
/// every NaN, because no language or instruction set that the kit runs specifies which NaN an
/// operation yields; its distance from every other value is [#FARTHEST]. The distance of complex
/// numbers is the greater distance of their parts.
final class UlpDistance {

    /// The distance of a number from a NaN, and every distance that exceeds a `long`.
    static final long FARTHEST = Long.MAX_VALUE;

    private UlpDistance() {}

    /// The distance of two values.
    ///
    /// @throws IllegalArgumentException if the values are of different types
    static long between(ElementValue expected, ElementValue actual) {
        return switch (expected) {
            case ElementValue.I32(int a) when actual instanceof ElementValue.I32(int b) ->
                    Math.abs((long) a - b);
            case ElementValue.I64(long a) when actual instanceof ElementValue.I64(long b) ->
                    distance(a, b);
            case ElementValue.F32(float a) when actual instanceof ElementValue.F32(float b) ->
                    distance(a, b);
            case ElementValue.F64(double a) when actual instanceof ElementValue.F64(double b) ->
                    distance(a, b);
            case ElementValue.Complex64(float re, float im)
                    when actual instanceof ElementValue.Complex64(float otherRe, float otherIm) ->
                    Math.max(distance(re, otherRe), distance(im, otherIm));
            case ElementValue.Complex128(double re, double im)
                    when actual
                            instanceof ElementValue.Complex128(double otherRe, double otherIm) ->
                    Math.max(distance(re, otherRe), distance(im, otherIm));
            case ElementValue _ ->
                    throw new IllegalArgumentException(
                            "%s is compared with %s".formatted(expected.type(), actual.type()));
        };
    }

    private static long distance(float a, float b) {
        if (Float.isNaN(a) || Float.isNaN(b)) {
            return Float.isNaN(a) && Float.isNaN(b) ? 0 : FARTHEST;
        }
        return Math.abs(
                (long) ordinal(Float.floatToRawIntBits(a)) - ordinal(Float.floatToRawIntBits(b)));
    }

    private static long distance(double a, double b) {
        if (Double.isNaN(a) || Double.isNaN(b)) {
            return Double.isNaN(a) && Double.isNaN(b) ? 0 : FARTHEST;
        }
        return distance(
                ordinal(Double.doubleToRawLongBits(a)), ordinal(Double.doubleToRawLongBits(b)));
    }

    /// The difference, or [#FARTHEST] if it exceeds a `long`.
    private static long distance(long a, long b) {
        long high = Math.max(a, b);
        long low = Math.min(a, b);
        long difference = high - low;
        return difference < 0 ? FARTHEST : difference;
    }

    /// Maps sign and magnitude to an ordinal that grows with the value; the negative zero is one
    /// less than the positive one.
    private static int ordinal(int bits) {
        return bits < 0 ? ~(bits & Integer.MAX_VALUE) : bits;
    }

    private static long ordinal(long bits) {
        return bits < 0 ? ~(bits & Long.MAX_VALUE) : bits;
    }
}
