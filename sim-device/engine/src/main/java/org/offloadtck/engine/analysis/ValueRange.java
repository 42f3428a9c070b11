package org.offloadtck.engine.analysis;

/// The values that a register may have, as an interval of signed 64-bit integers.
///
/// @param minimum the smallest value
/// @param maximum the greatest value
record ValueRange(long minimum, long maximum) {

    /// All values.
    static final ValueRange ANY = new ValueRange(Long.MIN_VALUE, Long.MAX_VALUE);

    /// The values of an unsigned 32-bit register.
    static final ValueRange WORD = new ValueRange(0, 0xffff_ffffL);

    /// The values of a signed 32-bit register.
    private static final ValueRange SIGNED_WORD =
            new ValueRange(Integer.MIN_VALUE, Integer.MAX_VALUE);

    /// Sums and differences of two numbers below this do not overflow.
    private static final long LIMIT = 1L << 62;

    static ValueRange of(long value) {
        return new ValueRange(value, value);
    }

    /// The values of an unsigned integer of up to 32 bits.
    static ValueRange ofBits(int bits) {
        return new ValueRange(0, (1L << bits) - 1);
    }

    /// The values of a signed integer of up to 32 bits.
    static ValueRange ofSigned(int bits) {
        return new ValueRange(-1L << (bits - 1), (1L << (bits - 1)) - 1);
    }

    private static ValueRange limited(long minimum, long maximum) {
        return minimum >= -LIMIT && maximum < LIMIT ? new ValueRange(minimum, maximum) : ANY;
    }

    boolean isConstant() {
        return minimum == maximum;
    }

    /// Whether all values are in another range.
    boolean isIn(ValueRange other) {
        return minimum >= other.minimum && maximum <= other.maximum;
    }

    /// The smallest range that contains both ranges.
    ValueRange or(ValueRange other) {
        return new ValueRange(Math.min(minimum, other.minimum), Math.max(maximum, other.maximum));
    }

    ValueRange plus(ValueRange other) {
        return isSmall(LIMIT) && other.isSmall(LIMIT)
                ? limited(minimum + other.minimum, maximum + other.maximum)
                : ANY;
    }

    ValueRange minus(ValueRange other) {
        return isSmall(LIMIT) && other.isSmall(LIMIT)
                ? limited(minimum - other.maximum, maximum - other.minimum)
                : ANY;
    }

    ValueRange times(ValueRange other) {
        boolean fits =
                (isSmall(1L << 32) && other.isSmall(1L << 30))
                        || (isSmall(1L << 30) && other.isSmall(1L << 32));
        if (!fits) {
            return ANY;
        }
        long a = minimum * other.minimum;
        long b = minimum * other.maximum;
        long c = maximum * other.minimum;
        long d = maximum * other.maximum;
        return new ValueRange(
                Math.min(Math.min(a, b), Math.min(c, d)), Math.max(Math.max(a, b), Math.max(c, d)));
    }

    /// The range of the bitwise and.
    ValueRange and(ValueRange other) {
        if (minimum < 0 && other.minimum < 0) {
            return ANY;
        }
        long maximum = minimum < 0 ? other.maximum : this.maximum;
        return new ValueRange(0, other.minimum < 0 ? maximum : Math.min(maximum, other.maximum));
    }

    /// The low 32 bits as a signed integer.
    ValueRange signedWord() {
        int word = (int) minimum;
        return isIn(SIGNED_WORD) ? this : isConstant() ? of(word) : SIGNED_WORD;
    }

    private boolean isSmall(long limit) {
        return minimum >= -limit && maximum <= limit;
    }
}
