package org.offloadtck.engine.semantics;

import java.math.BigDecimal;
import org.offloadtck.engine.semantics.Integers.Signedness;
import org.offloadtck.engine.semantics.Integers.Width;

/// Conversions between number types (PTX ISA §9.7.9.21, `cvt`).
public final class Conversions {

    /// Bits of the significand of `.f64`, and the bits that a 64-bit integer has more.
    private static final int PRECISION = 53;

    private static final int LOST = Long.SIZE - PRECISION;

    private Conversions() {}

    /// Converts an integer to another type by truncation.
    public static long resize(long value, Width from, Width to) {
        return Integers.truncate(from.extend(value), to.bits());
    }

    /// Converts an integer to another type and clamps it to the range of `to` (`.sat`).
    public static long resizeSaturated(long value, Width from, Width to) {
        long wide = from.extend(value);
        boolean unsignedWide = from.sign() == Signedness.UNSIGNED && wide < 0;
        if (to.sign() == Signedness.UNSIGNED) {
            if (from.sign() == Signedness.SIGNED && wide < 0) {
                return 0;
            }
            long most = Integers.truncate(-1, to.bits());
            return Long.compareUnsigned(wide, most) > 0 ? most : wide;
        }
        long most = Integers.truncate(-1, to.bits()) >>> 1;
        long clamped = unsignedWide ? most : Math.clamp(wide, -most - 1, most);
        return Integers.truncate(clamped, to.bits());
    }

    /// Converts an integral number to an integer type and clamps it to the range of the type.
    ///
    /// @param nan the result for a NaN
    public static long toInteger(double integral, Width to, long nan) {
        if (Double.isNaN(integral)) {
            return nan;
        }
        if (to.sign() == Signedness.SIGNED) {
            long most = Integers.truncate(-1, to.bits()) >>> 1;
            return Integers.truncate(Math.clamp((long) integral, -most - 1, most), to.bits());
        }
        if (integral <= 0) {
            return 0;
        }
        double limit = 0x1p63 * (to.bits() == Long.SIZE ? 2 : Math.scalb(1d, to.bits() - 63));
        if (integral >= limit) {
            return Integers.truncate(-1, to.bits());
        }
        return integral < 0x1p63 ? (long) integral : (long) (integral - 0x1p63) ^ Long.MIN_VALUE;
    }

    /// The result of `cvt` for a NaN: zero, or the top bit alone if a 64-bit type is involved on
    /// either side (PTX ISA §9.7.9.21, integer notes).
    public static long nanAsInteger(int fromBits, int toBits) {
        return fromBits == Long.SIZE || toBits == Long.SIZE ? 1L << (toBits - 1) : 0;
    }

    /// Rounds to an integral number, kept as floating point (`.rni`, `.rzi`, `.rmi`, `.rpi`).
    public static double round(double value, RoundingMode mode) {
        return switch (mode) {
            case NEAREST -> Math.rint(value);
            case ZERO -> value < 0 ? Math.ceil(value) : Math.floor(value);
            case DOWN -> Math.floor(value);
            case UP -> Math.ceil(value);
        };
    }

    /// Converts an integer to `.f64`.
    public static double toDouble(long value, Width from, RoundingMode mode) {
        long wide = from.extend(value);
        double nearest = nearest(wide, from.sign());
        if (mode == RoundingMode.NEAREST || Math.abs(nearest) < 0x1p53) {
            return nearest;
        }
        return correct(exact(wide, from.sign()), nearest, mode);
    }

    /// Converts an integer to `.f64`, rounded to odd, so that a second rounding to half as many
    /// bits gives a correctly rounded result.
    public static double toOdd(long value, Width from) {
        long wide = from.extend(value);
        boolean negative = from.sign() == Signedness.SIGNED && wide < 0;
        long magnitude = negative ? -wide : wide;
        long lost = magnitude & ((1L << LOST) - 1);
        double result =
                magnitude >>> PRECISION == 0
                        ? (double) magnitude
                        : Math.scalb((double) (magnitude >>> LOST | (lost == 0 ? 0 : 1)), LOST);
        return negative ? -result : result;
    }

    /// Converts an integer to `.f32`.
    public static float toFloat(long value, Width from, RoundingMode mode) {
        long wide = from.extend(value);
        if (mode == RoundingMode.NEAREST) {
            return from.sign() == Signedness.UNSIGNED && wide < 0
                    ? (float) ((wide >>> 1) | (wide & 1)) * 2
                    : (float) wide;
        }
        // Both steps go the same way, so the second cannot undo the first.
        return RoundedArithmetic.narrow(toDouble(value, from, mode), mode);
    }

    private static double nearest(long wide, Signedness sign) {
        return sign == Signedness.UNSIGNED && wide < 0
                ? (double) ((wide >>> 1) | (wide & 1)) * 2
                : (double) wide;
    }

    private static BigDecimal exact(long wide, Signedness sign) {
        return sign == Signedness.UNSIGNED
                ? new BigDecimal(Long.toUnsignedString(wide))
                : BigDecimal.valueOf(wide);
    }

    private static double correct(BigDecimal exact, double nearest, RoundingMode mode) {
        int error = exact.compareTo(new BigDecimal(nearest));
        boolean down = mode == RoundingMode.DOWN || (mode == RoundingMode.ZERO && nearest > 0);
        if (down) {
            return error < 0 ? Math.nextDown(nearest) : nearest;
        }
        return error > 0 ? Math.nextUp(nearest) : nearest;
    }
}
