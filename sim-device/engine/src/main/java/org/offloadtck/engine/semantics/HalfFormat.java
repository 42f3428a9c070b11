package org.offloadtck.engine.semantics;

/// 16-bit floating-point formats. Operations are computed exactly and rounded once.
public enum HalfFormat {
    /// `.f16`: IEEE 754 binary16.
    IEEE {
        @Override
        public double decode(long bits) {
            return Floats.f16(bits);
        }

        @Override
        long round(float value) {
            return Floats.bits16(value);
        }

        @Override
        double smallestNormal() {
            return 0x1p-14;
        }
    },
    /// `.bf16`: the upper half of binary32.
    BRAIN {
        @Override
        public double decode(long bits) {
            return Float.intBitsToFloat((int) bits << Short.SIZE);
        }

        @Override
        long round(float value) {
            int bits = Float.floatToRawIntBits(value);
            int half = 0x7fff + ((bits >>> Short.SIZE) & 1);
            return Float.isNaN(value) ? Floats.NAN16 : (bits + half) >>> Short.SIZE;
        }

        @Override
        double smallestNormal() {
            return Float.MIN_NORMAL;
        }
    };

    /// The number in the low half of a register.
    public abstract double decode(long bits);

    /// The bits of a number that was rounded to odd, rounded to nearest. A NaN becomes the
    /// canonical NaN.
    abstract long round(float value);

    abstract double smallestNormal();

    /// The bits of the number nearest to `value`, which is exact or was rounded to odd.
    public long encode(double value) {
        return round(RoundedArithmetic.toOdd(value));
    }

    /// `.ftz`: a subnormal number becomes a zero of its sign.
    public double flush(double value) {
        return Math.abs(value) < smallestNormal() ? Math.copySign(0d, value) : value;
    }

    /// A sum rounded to odd, so that a second rounding to half as many bits gives a correctly
    /// rounded sum (Boldo and Melquiond, *Emulation of a FMA and correctly rounded sums*, 2008).
    public static double sum(double a, double b) {
        double sum = a + b;
        double share = sum - a;
        double error = (a - (sum - share)) + (b - share);
        boolean even = (Double.doubleToRawLongBits(sum) & 1) == 0;
        if (!Double.isFinite(sum) || error == 0 || !even) {
            return sum;
        }
        return error > 0 ? Math.nextUp(sum) : Math.nextDown(sum);
    }
}
