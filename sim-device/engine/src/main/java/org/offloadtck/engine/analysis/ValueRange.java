package org.offloadtck.engine.analysis;

/// The values that a register may have, as an interval of signed 64-bit integers.
///
/// @param least the smallest value
/// @param most the greatest value
record ValueRange(long least, long most) {

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

    private static ValueRange limited(long least, long most) {
        return least >= -LIMIT && most < LIMIT ? new ValueRange(least, most) : ANY;
    }

    boolean isConstant() {
        return least == most;
    }

    /// Whether all values are in another range.
    boolean isIn(ValueRange other) {
        return least >= other.least && most <= other.most;
    }

    /// The smallest range that contains both ranges.
    ValueRange or(ValueRange other) {
        return new ValueRange(Math.min(least, other.least), Math.max(most, other.most));
    }

    ValueRange plus(ValueRange other) {
        return isSmall(LIMIT) && other.isSmall(LIMIT)
                ? limited(least + other.least, most + other.most)
                : ANY;
    }

    ValueRange minus(ValueRange other) {
        return isSmall(LIMIT) && other.isSmall(LIMIT)
                ? limited(least - other.most, most - other.least)
                : ANY;
    }

    ValueRange times(ValueRange other) {
        boolean fits =
                (isSmall(1L << 32) && other.isSmall(1L << 30))
                        || (isSmall(1L << 30) && other.isSmall(1L << 32));
        if (!fits) {
            return ANY;
        }
        long a = least * other.least;
        long b = least * other.most;
        long c = most * other.least;
        long d = most * other.most;
        return new ValueRange(
                Math.min(Math.min(a, b), Math.min(c, d)), Math.max(Math.max(a, b), Math.max(c, d)));
    }

    /// The range of the bitwise and.
    ValueRange and(ValueRange other) {
        if (least < 0 && other.least < 0) {
            return ANY;
        }
        long most = least < 0 ? other.most : this.most;
        return new ValueRange(0, other.least < 0 ? most : Math.min(most, other.most));
    }

    /// The low 32 bits as a signed integer.
    ValueRange signedWord() {
        int word = (int) least;
        return isIn(SIGNED_WORD) ? this : isConstant() ? of(word) : SIGNED_WORD;
    }

    private boolean isSmall(long limit) {
        return least >= -limit && most <= limit;
    }
}
