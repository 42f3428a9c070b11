package org.offloadtck.engine.matrix;

import org.offloadtck.ptx.matrix.MatrixElement;

/// The elements of a factor that a `float` holds, which is any type but `.f64`, and their
/// exponents: of each row, those of its columns. The rows are arrays of their own, since C2 makes
/// vector instructions only of loops that use one index for all arrays.
///
/// @param exponents as those of [Factors]; none of integers
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TileFactor(float[][] values, int[][] exponents) {

    /// The bits of the greatest `float`.
    private static final int GREATEST_NUMBER = 0x7f7f_ffff;

    /// Added to the exponent of an infinity or a NaN, which is 128.
    private static final int SPECIAL = Double.MAX_EXPONENT + 1 - 128;

    static TileFactor of(MatrixElement element, float[][] values) {
        return of(Factors.leastExponent(element), values);
    }

    /// @param least exponent of the type, or [Factors#NO_EXPONENT]
    static TileFactor of(int least, float[][] values) {
        var exponents = new int[least == Factors.NO_EXPONENT ? 0 : values.length][];
        for (int row = 0; row < exponents.length; row++) {
            exponents[row] = exponents(values[row], least);
        }
        return new TileFactor(values, exponents);
    }

    private static int[] exponents(float[] values, int least) {
        var exponents = new int[values.length];
        for (int i = 0; i < exponents.length; i++) {
            exponents[i] = exponent(values[i], least);
        }
        return exponents;
    }

    /// [Factors#exponent] of a `float`, without branches: which way they go is random.
    private static int exponent(float value, int least) {
        int magnitude = Float.floatToRawIntBits(value) & Integer.MAX_VALUE;
        int isNumber = -magnitude >> (Integer.SIZE - 1);
        int isSpecial = (GREATEST_NUMBER - magnitude) >> (Integer.SIZE - 1);
        int exponent = Math.max((magnitude >> 23) - Float.MAX_EXPONENT, least);
        return (exponent & isNumber) + (Factors.ZERO & ~isNumber) + (SPECIAL & isSpecial);
    }

    /// Some rows, in the order of their numbers.
    TileFactor select(int... rows) {
        var some = new float[rows.length][];
        var someExponents = new int[exponents.length == 0 ? 0 : rows.length][];
        for (int i = 0; i < rows.length; i++) {
            some[i] = values[rows[i]];
        }
        for (int i = 0; i < someExponents.length; i++) {
            someExponents[i] = exponents[rows[i]];
        }
        return new TileFactor(some, someExponents);
    }

    /// Neighbouring elements of a row.
    Factors row(int row, int from, int count) {
        var part = new double[count];
        var partExponents = new int[exponents.length == 0 ? 0 : count];
        for (int i = 0; i < count; i++) {
            part[i] = values[row][from + i];
        }
        for (int i = 0; i < partExponents.length; i++) {
            partExponents[i] = exponents[row][from + i];
        }
        return new Factors(part, partExponents);
    }

    /// Neighbouring elements of a column.
    Factors column(int column, int from, int count) {
        var part = new double[count];
        var partExponents = new int[exponents.length == 0 ? 0 : count];
        for (int i = 0; i < count; i++) {
            part[i] = values[from + i][column];
        }
        for (int i = 0; i < partExponents.length; i++) {
            partExponents[i] = exponents[from + i][column];
        }
        return new Factors(part, partExponents);
    }
}
