package org.offloadtck.engine.semantics;

/// Floating-point values in registers.
///
/// An operation on `.f32` that produces a NaN returns [#NAN32] (PTX ISA §9.7.3: `0x7fffffff`). An
/// operation on `.f64` returns its first NaN operand with the quiet bit set, or [#NAN64].
public final class Floats {

    /// The canonical NaN of `.f32` (PTX ISA §9.7.3, `NaN`; CUDA `math_constants.h`,
    /// `CUDART_NAN_F`).
    public static final long NAN32 = 0x7fff_ffffL;

    /// The NaN that operations on `.f64` produce (CUDA `math_constants.h`, `CUDART_NAN`).
    public static final long NAN64 = 0xfff8_0000_0000_0000L;

    /// The canonical NaN of `.f16` (PTX ISA §9.7.4.1).
    public static final long NAN16 = 0x7fff;

    private static final long QUIET64 = 0x0008_0000_0000_0000L;

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
        if (Double.isNaN(f64(a))) {
            return a | QUIET64;
        }
        if (Double.isNaN(f64(b))) {
            return b | QUIET64;
        }
        return Double.isNaN(f64(c)) ? c | QUIET64 : NAN64;
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
