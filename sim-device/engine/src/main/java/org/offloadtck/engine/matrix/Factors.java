package org.offloadtck.engine.matrix;

import org.offloadtck.ptx.matrix.MatrixElement;

/// The elements of a factor: of the first matrix row by row, of the second column by column.
///
/// @param exponents of the elements of floating-point types but `.f64`, not normalised: a subnormal
///   has the least exponent of its type, a zero [#ZERO], an infinity or a NaN 1024. None of other
///   types.
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Factors(double[] values, int[] exponents) {

    /// Added to the exponent of a number, it is below all that count; added to the 1024 of an
    /// infinity, above.
    static final int ZERO = -600;

    /// IEEE 754-2019 §3.6, binary16.
    private static final int LEAST_OF_F16 = -14;

    /// *OCP 8-bit Floating Point Specification* 1.0 §5.2; that of `.e5m2` is that of `.f16`.
    private static final int LEAST_OF_E4M3 = -6;

    static Factors of(MatrixElement element, double[] values) {
        return switch (element) {
            case F16, E5M2 -> aligned(values, LEAST_OF_F16);
            case E4M3 -> aligned(values, LEAST_OF_E4M3);
            case BF16, TF32 -> aligned(values, Float.MIN_EXPONENT);
            case F32, F64, S32, U8, S8, U4, S4, B1 -> new Factors(values, new int[0]);
        };
    }

    private static Factors aligned(double[] values, int least) {
        var exponents = new int[values.length];
        for (int i = 0; i < values.length; i++) {
            exponents[i] = exponent(values[i], least);
        }
        return new Factors(values, exponents);
    }

    /// The exponent of a number, but no less than the least of its type.
    static int exponent(double value, int least) {
        return value == 0 ? ZERO : Math.max(Math.getExponent(value), least);
    }
}
