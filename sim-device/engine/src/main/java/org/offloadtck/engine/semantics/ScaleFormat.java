package org.offloadtck.engine.semantics;

/// 8-bit formats without a sign, of the factors that scale blocks of narrow numbers (PTX ISA 9.2
/// §5.2.3).
public enum ScaleFormat {
    /// A power of two with a bias of 127; it has neither a zero nor an infinity (*OCP Microscaling
    /// Formats (MX) Specification* 1.0 §5.4.1).
    UE8M0 {
        @Override
        public double decode(long bits) {
            int code = (int) bits & NAN;
            return code == NAN ? Double.NaN : Math.scalb(1d, code - BIAS);
        }

        @Override
        public int leastExponent() {
            return -BIAS;
        }
    },
    /// The magnitude of [NarrowFormat#E4M3]; the highest bit does not count.
    UE4M3 {
        @Override
        public double decode(long bits) {
            return NarrowFormat.E4M3.decode(bits & 0x7f);
        }

        @Override
        public int leastExponent() {
            return NarrowFormat.E4M3.leastExponent();
        }
    };

    private static final int BIAS = 127;
    private static final int NAN = 0xff;

    /// The number with the given bits.
    public abstract double decode(long bits);

    /// The least exponent, which subnormal numbers have.
    public abstract int leastExponent();

    /// The `.ue8m0` of a number's magnitude, rounded up or toward zero. A magnitude below the least
    /// becomes the least.
    public static long power(double value, RoundingMode mode, NarrowFormat.Overflow overflow) {
        if (Double.isNaN(value)) {
            return NAN;
        }
        double magnitude = Math.abs(value);
        int exponent = magnitude == 0 ? -BIAS : Math.max(Math.getExponent(magnitude), -BIAS);
        boolean isBetween = magnitude > Math.scalb(1d, exponent) && Double.isFinite(magnitude);
        int code = exponent + BIAS + (isBetween && mode == RoundingMode.UP ? 1 : 0);
        return Math.min(code, overflow == NarrowFormat.Overflow.FINITE ? NAN - 1 : NAN);
    }
}
