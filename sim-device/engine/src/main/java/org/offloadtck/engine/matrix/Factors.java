package org.offloadtck.engine.matrix;

import org.offloadtck.engine.semantics.NarrowFormat;
import org.offloadtck.ptx.matrix.MatrixElement;

/// The elements of a factor: of the first matrix row by row, of the second column by column.
///
/// @param exponents of the elements of floating-point types but `.f64`, not normalised: a subnormal
///   has the least exponent of its type, a zero [#ZERO], an infinity or a NaN 1024. None of other
///   types.
@SuppressWarnings("ArrayRecordComponent") // never compared
record Factors(double[] values, int[] exponents) {

    /// Added to the exponent of a number, it is below all that count; added to the 1024 of an
    /// infinity, above.
    static final int ZERO = -600;

    /// In place of the least exponent of a type whose sums are not aligned.
    static final int NO_EXPONENT = 1;

    /// Some elements, in the order of their numbers.
    Factors select(int... elements) {
        var some = new double[elements.length];
        var someExponents = new int[exponents.length == 0 ? 0 : elements.length];
        for (int i = 0; i < some.length; i++) {
            some[i] = values[elements[i]];
        }
        for (int i = 0; i < someExponents.length; i++) {
            someExponents[i] = exponents[elements[i]];
        }
        return new Factors(some, someExponents);
    }

    static Factors of(MatrixElement element, double[] values) {
        int least = leastExponent(element);
        var exponents = new int[least == NO_EXPONENT ? 0 : values.length];
        for (int i = 0; i < exponents.length; i++) {
            exponents[i] = exponent(values[i], least);
        }
        return new Factors(values, exponents);
    }

    /// The exponent of subnormal numbers of a type whose sums are aligned, or [#NO_EXPONENT].
    static int leastExponent(MatrixElement element) {
        return switch (element) {
            case F16 -> NarrowFormat.HALF.leastExponent();
            case E5M2 -> NarrowFormat.E5M2.leastExponent();
            case E4M3 -> NarrowFormat.E4M3.leastExponent();
            case E3M2 -> NarrowFormat.E3M2.leastExponent();
            case E2M3 -> NarrowFormat.E2M3.leastExponent();
            case E2M1, E2M1_IN_BYTE -> NarrowFormat.E2M1.leastExponent();
            case BF16, TF32 -> Float.MIN_EXPONENT;
            case F32, F64, S32, U8, S8, U4, S4, B1 -> NO_EXPONENT;
        };
    }

    /// The exponent of a number, but no less than the least of its type.
    static int exponent(double value, int least) {
        return value == 0 ? ZERO : Math.max(Math.getExponent(value), least);
    }
}
