package org.offloadtck.engine.semantics;

/// Floating-point values in registers.
///
/// An operation on `.f32` that produces a NaN returns [#NAN32] (PTX ISA §9.7.3: `0x7fffffff`). An
/// operation on `.f64` returns a NaN operand with the quiet bit set, or [#NAN64]: the second
/// operand, else the third, else the first, as an H200 does.
public final class Floats {

    /// The canonical NaN of `.f32` (PTX ISA §9.7.3, `NaN`; CUDA `math_constants.h`,
    /// `CUDART_NAN_F`).
    public static final long NAN32 = 0x7fff_ffffL;

    /// The NaN that operations on `.f64` produce (CUDA `math_constants.h`, `CUDART_NAN`).
    public static final long NAN64 = 0xfff8_0000_0000_0000L;

    /// The canonical NaN of `.f16` (PTX ISA §9.7.4.1).
    public static final long NAN16 = 0x7fff;

    private static final long QUIET64 = 0x0008_0000_0000_0000L;
    private static final long EXPONENT64 = 0x7ff0_0000_0000_0000L;

    /// Bits of the fraction of `.f64`.
    private static final int FRACTION64 = 52;

    private Floats() {}

    /// The 32-bit number in a register.
    public static float f32(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    /// The 64-bit number in a register.
    public static double f64(long bits) {
        return Double.longBitsToDouble(bits);
    }

    /// The 16-bit number in a register.
    public static float f16(long bits) {
        return Float.float16ToFloat((short) bits);
    }

    /// The bits of a result.
    public static long bits(float value) {
        return Float.isNaN(value) ? NAN32 : Float.floatToRawIntBits(value) & 0xffff_ffffL;
    }

    /// The bits of a result with the operands `a`, `b` and `c`; missing operands are 0.
    public static long bits(double value, long a, long b, long c) {
        return Double.isNaN(value) ? nan64(a, b, c) : Double.doubleToRawLongBits(value);
    }

    /// The bits of a result rounded to 16 bits.
    public static long bits16(float value) {
        return Float.isNaN(value) ? NAN16 : Float.floatToFloat16(value) & 0xffffL;
    }

    private static long nan64(long a, long b, long c) {
        if (Double.isNaN(f64(b))) {
            return b | QUIET64;
        }
        if (Double.isNaN(f64(c))) {
            return c | QUIET64;
        }
        return Double.isNaN(f64(a)) ? a | QUIET64 : NAN64;
    }

    /// A NaN of a format as one of `.f64`: its sign and payload, with the quiet bit set.
    ///
    /// @param fraction bits of the format's fraction
    /// @param sign position of its sign
    public static long widenedNan(long bits, int fraction, int sign) {
        long payload = Integers.truncate(bits, fraction) << (FRACTION64 - fraction);
        return bits >>> sign << (Long.SIZE - 1) | EXPONENT64 | QUIET64 | payload;
    }

    /// A NaN of `.f64` in a narrower format: its sign and the upper bits of its payload, with the
    /// quiet bit set. The parameters are those of [#widenedNan].
    public static long narrowedNan(long bits, int fraction, int sign) {
        long upper = ((bits | QUIET64) & Long.MAX_VALUE) >>> (FRACTION64 - fraction);
        return bits >>> (Long.SIZE - 1) << sign | Integers.truncate(upper, sign);
    }

    /// `.ftz`: a subnormal becomes a zero of its sign.
    public static float flush(float value) {
        return Math.abs(value) < Float.MIN_NORMAL ? Math.copySign(0f, value) : value;
    }

    /// `.sat`: clamped to 0…1; a NaN becomes +0.
    public static float saturate(float value) {
        return value > 0 ? Math.min(value, 1f) : 0f;
    }

    /// As [#saturate(float)].
    public static double saturate(double value) {
        return value > 0 ? Math.min(value, 1d) : 0d;
    }

    /// `min.f32`, `min.f64`: the other operand when one is NaN; -0 is below +0 (PTX ISA §9.7.3.11).
    public static double minimum(double a, double b) {
        if (Double.isNaN(a)) {
            return b;
        }
        return Double.isNaN(b) ? a : Math.min(a, b);
    }

    /// `max`, like [#minimum].
    public static double maximum(double a, double b) {
        if (Double.isNaN(a)) {
            return b;
        }
        return Double.isNaN(b) ? a : Math.max(a, b);
    }
}
