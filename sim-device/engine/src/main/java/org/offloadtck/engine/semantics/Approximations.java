package org.offloadtck.engine.semantics;

/// The `.approx` functions.
///
/// Devices compute them from unpublished tables within published error bounds (PTX ISA §9.7.3). The
/// results here are correctly rounded where Java has the function, otherwise they are those of
/// `StrictMath`. Both are within all bounds; the last bits may differ from a device. Operands of
/// sine and cosine are reduced as an H200 reduces them, so that results for operands of any
/// magnitude are as far from its results as the bounds are wide.
public final class Approximations {

    private static final double LN2 = StrictMath.log(2);
    private static final double FULL_TURN = 2 * Math.PI;

    /// 1/2π as `.f32`, by which devices multiply an angle.
    private static final float TURNS = 0x1.45f306p-3f;

    /// Angles that a device tells apart in a full turn, observed on an H200.
    private static final double TURN_STEPS = 0x1p25;

    private static final float LARGEST_DIVISOR = 0x1p126f;
    private static final long LOW_WORD = 0xffff_ffffL;

    /// The NaN of the gross functions (PTX ISA §9.7.3.14, §9.7.3.17).
    private static final long GROSS_NAN = 0x7fff_ffff_0000_0000L;

    private Approximations() {}

    public static float reciprocal(float a) {
        return 1f / a;
    }

    /// `div.approx.f32`: `a` times the reciprocal of `b`, which is zero where it would be subnormal
    /// (PTX ISA §9.7.3.8: beyond 2^126 the result is 0, or NaN for an infinite `a`).
    public static float quotient(float a, float b) {
        return Math.abs(b) > LARGEST_DIVISOR ? a * Math.copySign(0f, b) : a / b;
    }

    public static float squareRoot(float a) {
        return (float) Math.sqrt(a);
    }

    public static float reciprocalSquareRoot(float a) {
        return (float) (1 / Math.sqrt(a));
    }

    public static double reciprocalSquareRoot(double a) {
        return 1 / Math.sqrt(a);
    }

    /// Two to the power of `a`.
    public static float exponential(float a) {
        return (float) StrictMath.pow(2, a);
    }

    /// Logarithm to base two; exact at powers of two.
    public static float logarithm(float a) {
        int exponent = Math.getExponent(a);
        boolean power = Float.isFinite(a) && a == Math.scalb(1f, exponent);
        return power ? exponent : (float) (StrictMath.log(a) / LN2);
    }

    /// The sine; a zero of the operand's sign if the operand has no [#turns].
    public static float sine(float a) {
        return (float) StrictMath.sin(FULL_TURN * turns(a));
    }

    public static float cosine(float a) {
        return (float) StrictMath.cos(FULL_TURN * turns(a));
    }

    /// An angle as a part of a full turn, between -1 and 1: its product with 1/2π rounded to zero,
    /// of which 25 bits of the fraction count. No angle above 2^26 and no subnormal one has such a
    /// bit.
    private static double turns(float a) {
        double product = RoundedArithmetic.narrow((double) a * TURNS, RoundingMode.ZERO);
        double fraction = product % 1;
        return Math.copySign(Math.floor(Math.abs(fraction) * TURN_STEPS) / TURN_STEPS, fraction);
    }

    public static float hyperbolicTangent(float a) {
        return (float) StrictMath.tanh(a);
    }

    /// `rcp.approx.ftz.f64`: reads and writes only the upper word of the number. Subnormal operands
    /// and results are zeros (PTX ISA §9.7.3.14).
    public static double grossReciprocal(double a) {
        return upper(1 / upper(a));
    }

    /// `rsqrt.approx.ftz.f64`, likewise (PTX ISA §9.7.3.17).
    public static double grossReciprocalSquareRoot(double a) {
        return upper(1 / Math.sqrt(upper(a)));
    }

    /// The bits of a result of [#grossReciprocal] or [#grossReciprocalSquareRoot].
    public static long grossBits(double result) {
        return Double.isNaN(result) ? GROSS_NAN : Double.doubleToRawLongBits(result);
    }

    private static double upper(double a) {
        if (Math.abs(a) < Double.MIN_NORMAL) {
            return Math.copySign(0d, a);
        }
        return Double.longBitsToDouble(Double.doubleToRawLongBits(a) & ~LOW_WORD);
    }
}
