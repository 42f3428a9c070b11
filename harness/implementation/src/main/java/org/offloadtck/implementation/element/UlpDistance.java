package org.offloadtck.implementation.element;

/// How far apart two numbers of a type lie, counted in representable values.
///
/// Neighbours are 1 apart, and so are the two zeros: 0 means equal bits. A NaN equals every NaN,
/// since no language or instruction set the kit runs says which one an operation yields; it is as
/// far as can be from everything else. The distance of complex numbers is that of the part that is
/// further off.
final class UlpDistance {

    /// The distance of a number from a NaN, and any that does not fit.
    static final long FARTHEST = Long.MAX_VALUE;

    private UlpDistance() {}

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

    /// The difference, or [#FARTHEST] if it does not fit.
    private static long distance(long a, long b) {
        long high = Math.max(a, b);
        long low = Math.min(a, b);
        long difference = high - low;
        return difference < 0 ? FARTHEST : difference;
    }

    /// Maps sign and magnitude to a number that grows with the represented value; the negative zero
    /// is one less than the positive one.
    private static int ordinal(int bits) {
        return bits < 0 ? ~(bits & Integer.MAX_VALUE) : bits;
    }

    private static long ordinal(long bits) {
        return bits < 0 ? ~(bits & Long.MAX_VALUE) : bits;
    }
}
