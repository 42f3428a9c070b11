package org.offloadtck.engine.semantics;

import java.util.function.DoubleUnaryOperator;

/// Floating-point formats narrower than `.f32` to which `cvt` rounds an exact number in one step
/// (PTX ISA §9.7.9.21, §5.2.3).
///
/// The code of a number, without its sign, is its index among the numbers of the format in
/// ascending order from zero. So rounding up past the last number of an exponent is adding 1 to the
/// code.
public enum NarrowFormat {
    /// `.f16`
    HALF(11, -14, 0x7bff, 15),
    /// `.bf16`
    BRAIN(8, -126, 0x7f7f, 15),
    /// `.tf32`: the upper 19 bits of a `.f32`
    TENSOR(11, -126, 0x3fbff, 18),
    /// `.e4m3`, which has no infinity
    E4M3(4, -6, 0x7e, 7),
    /// `.e5m2`
    E5M2(3, -14, 0x7b, 7),
    /// `.e2m3`, which has neither an infinity nor a NaN
    E2M3(4, 0, 0x1f, 5),
    /// `.e3m2`, which has neither an infinity nor a NaN
    E3M2(3, -2, 0x1f, 5),
    /// `.e2m1`, which has neither an infinity nor a NaN
    E2M1(2, 0, 7, 3);

    /// Ties away from zero, `.rna`.
    public static final DoubleUnaryOperator NEAREST_AWAY =
            value -> Math.copySign(Math.floor(Math.abs(value) + 0.5), value);

    /// A magnitude that stands for any number beyond the largest in the choice of the rounding
    /// direction.
    private static final double BEYOND = 0.75;

    private final int precision;
    private final int leastExponent;
    private final int largest;
    private final int signBit;

    /// @param precision bits of a significand, the hidden one included
    /// @param leastExponent of a normal number
    /// @param largest the code of the largest finite number
    NarrowFormat(int precision, int leastExponent, int largest, int signBit) {
        this.precision = precision;
        this.leastExponent = leastExponent;
        this.largest = largest;
        this.signBit = signBit;
    }

    /// The result for numbers beyond the largest.
    public enum Overflow {
        /// Rounds them to an infinity or to the largest number.
        ROUNDED,
        /// Returns an infinity.
        INFINITE,
        /// `.satfinite`: returns the largest number of their sign, for infinities too.
        FINITE
    }

    /// Bits of a number in this format.
    public int bits() {
        return signBit + 1;
    }

    /// The least exponent of a normal number, which subnormal numbers have, too.
    public int leastExponent() {
        return leastExponent;
    }

    /// The bits of a number. A NaN has all bits set but the sign, which are those of the largest
    /// number in a format without a NaN.
    ///
    /// @param integral rounds a signed number to an integer
    public long encode(double value, DoubleUnaryOperator integral, Overflow overflow) {
        if (Double.isNaN(value)) {
            return (1L << signBit) - 1;
        }
        long sign = (Math.copySign(1, value) < 0 ? 1L : 0L) << signBit;
        return sign
                | (Double.isInfinite(value) ? infinity(overflow) : code(value, integral, overflow));
    }

    /// The bits of a NaN of `.f64` in this format, see [Floats#narrowedNan].
    public long narrowedNan(long bits) {
        return Floats.narrowedNan(bits, precision - 1, signBit);
    }

    private long infinity(Overflow overflow) {
        return switch (overflow) {
            case ROUNDED, INFINITE -> largest + 1L;
            case FINITE -> largest;
        };
    }

    private long code(double value, DoubleUnaryOperator integral, Overflow overflow) {
        int exponent = Math.max(Math.getExponent(value), leastExponent);
        double units = Math.scalb(value, precision - 1 - exponent);
        long whole = (long) Math.abs(integral.applyAsDouble(units));
        long code = ((long) (exponent - leastExponent) << (precision - 1)) + whole;
        if (code <= largest) {
            return code;
        }
        boolean goesOn =
                overflow == Overflow.INFINITE
                        || integral.applyAsDouble(Math.copySign(BEYOND, value)) != 0;
        return goesOn ? infinity(overflow) : largest;
    }

    /// The number with the given bits.
    public double decode(long bits) {
        long code = bits & ((1L << signBit) - 1);
        double sign = (bits >>> signBit & 1) != 0 ? -1 : 1;
        if (code > largest) {
            boolean infinite = code == largest + 1L && this != E4M3;
            return infinite ? sign * Double.POSITIVE_INFINITY : Double.NaN;
        }
        int steps = (int) (code >>> (precision - 1));
        long hidden = steps == 0 ? 0 : 1L << (precision - 1);
        long significand = (code & ((1L << (precision - 1)) - 1)) | hidden;
        int exponent = leastExponent + Math.max(steps, 1) - 1;
        return sign * Math.scalb((double) significand, exponent - (precision - 1));
    }
}
