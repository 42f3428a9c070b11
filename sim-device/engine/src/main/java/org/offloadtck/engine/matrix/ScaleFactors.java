package org.offloadtck.engine.matrix;

import org.offloadtck.engine.semantics.ScaleFormat;
import org.offloadtck.ptx.matrix.BlockScale;

/// The factors that scale a product, as the lanes of a warp hold them (PTX ISA 8.7 §9.7.14.3).
///
/// A lane of a group of four has the factors of row g of the first matrix, its neighbour those of
/// row g + 8: the lower two lanes or the upper two, as the selected thread is 0 or 1. Of column g
/// of the second matrix, the selected thread of the group has them. A row's factors are
/// neighbouring bytes from the selected one on.
///
/// @param rows the factors of each row of the first matrix
/// @param columns the factors of each column of the second matrix
/// @param leastExponent of a factor, which subnormal ones have
@SuppressWarnings("ArrayRecordComponent") // never compared
record ScaleFactors(double[][] rows, double[][] columns, int leastExponent) {

    private static final int LANES = 32;
    private static final int ROWS = 16;
    private static final int COLUMNS = 8;
    private static final int GROUP = 4;

    /// The factors in the registers of a warp.
    ///
    /// @param from the first of six registers, 32 lanes each
    static ScaleFactors of(BlockScale.Factors scale, long[] registers, int from) {
        var reader = new Reader(scale, registers, from);
        var rows = new double[ROWS][];
        int pair = reader.selected(2, 1);
        for (int row = 0; row < ROWS; row++) {
            int lane = GROUP * (row % COLUMNS) + 2 * pair + row / COLUMNS;
            rows[row] = reader.factors(0, lane, reader.firstByte(1));
        }
        var columns = new double[COLUMNS][];
        int thread = reader.selected(5, GROUP - 1);
        for (int column = 0; column < COLUMNS; column++) {
            columns[column] = reader.factors(3, GROUP * column + thread, reader.firstByte(4));
        }
        return new ScaleFactors(rows, columns, reader.format().leastExponent());
    }

    /// The factors of a product of one row.
    ScaleFactors ofRow(int row) {
        return new ScaleFactors(new double[][] {rows[row]}, columns, leastExponent);
    }

    private record Reader(BlockScale.Factors scale, long[] registers, int from) {

        ScaleFormat format() {
            return switch (scale.type()) {
                case UE8M0 -> ScaleFormat.UE8M0;
                case UE4M3 -> ScaleFormat.UE4M3;
            };
        }

        private long register(int index, int lane) {
            return registers[from + index * LANES + lane];
        }

        /// A selector, which is the same in all lanes.
        int selected(int index, int most) {
            int value = (int) register(index, 0) & 0xffff;
            if (value > most) {
                throw new UndefinedProductException(
                        "product of matrices takes factors of thread %d when it should be 0 to %d"
                                .formatted(value, most));
            }
            return value;
        }

        /// The selected byte: a multiple of the number of factors.
        int firstByte(int index) {
            int value = (int) register(index, 0) & 0xffff;
            if (value % scale.count() != 0 || value >= Integer.BYTES) {
                throw new UndefinedProductException(
                        "product of matrices takes factors of byte %d when it should be a multiple of %d below 4"
                                .formatted(value, scale.count()));
            }
            return value;
        }

        double[] factors(int index, int lane, int firstByte) {
            var factors = new double[scale.count()];
            long bytes = register(index, lane) >>> (Byte.SIZE * firstByte);
            for (int i = 0; i < factors.length; i++) {
                factors[i] = format().decode((bytes >>> (Byte.SIZE * i)) & 0xff);
            }
            return factors;
        }
    }
}
