package org.offloadtck.engine.matrix;

import java.util.Arrays;
import org.offloadtck.engine.semantics.Floats;
import org.offloadtck.ptx.matrix.MatrixProduct.Overflow;

/// The sums of all rows of one factor and all columns of another, in the loops over neighbouring
/// columns that a compiler makes vector instructions of. Each result is that of a [DotProduct], or
/// of scaled blocks.
sealed interface TileProduct
        permits AlignedTile,
                ScaledTile,
                TileProduct.WholeTile,
                TileProduct.ElementTile,
                TileProduct.FloatTile,
                TileProduct.SparseTile,
                TileProduct.SumTile {

    /// Rows and columns of the result, and the products of an element.
    record Extent(int rows, int columns, int depth) {}

    /// Computes a product.
    ///
    /// @param d bits of the summands, `.f32` or `.s32`, row by row; those of the results afterwards
    void multiply(TileFactor a, TileFactor b, Extent extent, int[] d);

    /// The product of a row by itself.
    default TileProduct ofRow(int row) {
        return this;
    }

    static TileProduct of(DotProduct dot, Overflow overflow) {
        return switch (dot) {
            case AlignedSum sum when sum.fitsInInt() -> new AlignedTile(sum);
            case AlignedSum sum -> new SumTile(sum);
            case DotProduct.Whole _ -> new WholeTile(overflow);
            case DotProduct.Separate separate -> new FloatTile(separate);
            case DotProduct.BitCount count -> new ElementTile(count);
            case DotProduct.Fused _ -> throw new IllegalStateException("a float holds no .f64");
        };
    }

    /// Integers: a `float` holds all sums of products without the summand, the greatest of which is
    /// that of 32 products of `.u8`, below 2²¹.
    record WholeTile(Overflow overflow) implements TileProduct {

        @Override
        public void multiply(TileFactor a, TileFactor b, Extent extent, int[] d) {
            int columns = extent.columns();
            var sums = new float[columns];
            for (int row = 0; row < extent.rows(); row++) {
                Arrays.fill(sums, 0);
                for (int depth = 0; depth < extent.depth(); depth++) {
                    add(a.values()[row][depth], b.values()[depth], sums);
                }
                for (int column = 0; column < columns; column++) {
                    int at = row * columns + column;
                    d[at] = narrow(d[at] + (long) sums[column]);
                }
            }
        }

        private int narrow(long sum) {
            return switch (overflow) {
                case WRAP -> (int) sum;
                case CLAMP -> Math.clamp(sum, Integer.MIN_VALUE, Integer.MAX_VALUE);
            };
        }

        private static void add(float left, float[] right, float[] sums) {
            for (int i = 0; i < sums.length; i++) {
                sums[i] += left * right[i];
            }
        }
    }

    /// [AlignedSum] of each element by itself: of more products than [AlignedTile] can add, or with
    /// factors beyond `float`.
    record SumTile(AlignedSum dot) implements TileProduct {

        @Override
        public void multiply(TileFactor a, TileFactor b, Extent extent, int[] d) {
            var rows = new Factors[extent.rows()];
            for (int row = 0; row < rows.length; row++) {
                rows[row] = a.row(row, 0, extent.depth());
            }
            var columns = new Factors[extent.columns()];
            for (int column = 0; column < columns.length; column++) {
                columns[column] = b.column(column, 0, extent.depth());
            }
            multiply(rows, columns, d);
        }

        /// @param d as in [TileProduct#multiply]
        void multiply(Factors[] rows, Factors[] columns, int[] d) {
            for (int i = 0; i < d.length; i++) {
                var row = rows[i / columns.length];
                var column = columns[i % columns.length];
                int depth = row.values().length;
                double sum = dot.of(row, 0, column, 0, depth, Float.intBitsToFloat(d[i]));
                d[i] = dot.bits(sum);
            }
        }
    }

    /// Bits: each element by itself. Counts wrap.
    record ElementTile(DotProduct.BitCount dot) implements TileProduct {

        @Override
        public void multiply(TileFactor a, TileFactor b, Extent extent, int[] d) {
            int columns = extent.columns();
            int depth = extent.depth();
            for (int column = 0; column < columns; column++) {
                var right = b.column(column, 0, depth);
                for (int row = 0; row < extent.rows(); row++) {
                    int at = row * columns + column;
                    var left = a.row(row, 0, depth);
                    long count = (long) dot.of(left, 0, right, 0, depth, d[at]);
                    d[at] = (int) count;
                }
            }
        }
    }

    /// Separate operations in single precision: each element by itself.
    record FloatTile(DotProduct.Separate dot) implements TileProduct {

        @Override
        public void multiply(TileFactor a, TileFactor b, Extent extent, int[] d) {
            int columns = extent.columns();
            int depth = extent.depth();
            for (int i = 0; i < d.length; i++) {
                var left = a.row(i / columns, 0, depth);
                var right = b.column(i % columns, 0, depth);
                float summand = Float.intBitsToFloat(d[i]);
                float sum = (float) dot.of(left, 0, right, 0, depth, summand);
                d[i] = (int) Floats.bits(sum);
            }
        }
    }

    /// The product of a sparse first factor: each of its rows is multiplied by the rows of the
    /// second that its metadata select, as a dense product of half the depth. The rows that are not
    /// selected have no effect, not even by an infinity or a NaN. Both are assumed.
    ///
    /// @param columns of the stored elements of each row of the first factor
    /// @param dense computes the sums
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record SparseTile(int[][] columns, TileProduct dense) implements TileProduct {

        /// @param extent with the stored elements of a row as its depth
        @Override
        public void multiply(TileFactor a, TileFactor b, Extent extent, int[] d) {
            int width = extent.columns();
            var row = new Extent(1, width, extent.depth());
            var sums = new int[width];
            for (int i = 0; i < extent.rows(); i++) {
                System.arraycopy(d, i * width, sums, 0, width);
                dense.ofRow(i).multiply(a.select(i), b.select(columns[i]), row, sums);
                System.arraycopy(sums, 0, d, i * width, width);
            }
        }
    }
}
