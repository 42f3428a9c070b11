package org.offloadtck.engine.matrix;

import java.util.Arrays;
import org.offloadtck.engine.matrix.InstructionDescriptor.Factor;
import org.offloadtck.engine.matrix.TileProduct.Extent;
import org.offloadtck.engine.semantics.Floats;
import org.offloadtck.ptx.matrix.MatrixElement;
import org.offloadtck.ptx.matrix.WarpgroupProduct.Major;

/// `d = a * b + d` of `tcgen05.mma` (PTX ISA 9.0 §9.7.16.10).
///
/// Elements in shared memory are given in units of 16 bytes, two numbers each, in the order of
/// [#unit]; those in tensor memory in cells.
public final class TensorCoreProduct {

    /// Cells of the stored elements of a row of the first factor in tensor memory (table 39).
    public static final int CELLS = 8;

    /// The bit of an element of 4 bits in its byte of tensor memory: assumed to be that of `mma`
    /// with `.kind::f8f6f4` (PTX ISA 9.0 §9.7.15.5.1, *Multiplicands*).
    public static final int NIBBLE_SHIFT = 2;

    private final InstructionDescriptor form;
    private final TileProduct tile;

    public TensorCoreProduct(InstructionDescriptor form, boolean isScaled) {
        this.form = form;
        this.tile = tile(form, isScaled);
    }

    private static TileProduct tile(InstructionDescriptor form, boolean isScaled) {
        if (form.first().element().isInteger()) {
            return TileProduct.of(new DotProduct.Whole(), form.overflow());
        }
        var sum = AlignedSum.ofTensorCore(form.k(), form.sum());
        boolean fits = !isScaled && form.k() <= AlignedTile.MOST_TERMS;
        return fits ? TileProduct.of(sum, form.overflow()) : new TileProduct.SumTile(sum);
    }

    /// Units of a factor with so many rows or columns.
    public static int units(Factor factor, int lines) {
        return lineUnits(factor) * lines;
    }

    private static int lineUnits(Factor factor) {
        return factor.depth() / perUnit(factor.element());
    }

    /// The offset of a unit of a factor in shared memory.
    ///
    /// @param lines rows or columns of the factor in the CTA
    public static long unit(Factor factor, MatrixDescriptor descriptor, int lines, int index) {
        return switch (factor.major()) {
            case K -> {
                int units = lineUnits(factor);
                yield descriptor.unit(Major.K, index / units, index % units);
            }
            case MN -> {
                int across = lines / perUnit(factor.element());
                yield descriptor.unit(Major.MN, index % across, index / across);
            }
        };
    }

    private static int perUnit(TensorCoreElement element) {
        return MatrixDescriptor.UNIT * Byte.SIZE / element.containerBits();
    }

    /// The rows of the first factor, or the columns of the second, from shared memory.
    public float[][] lines(Factor factor, long[] units, int count) {
        var element = factor.element();
        int each = perUnit(element);
        int line = lineUnits(factor);
        var lines = new float[count][factor.depth()];
        int across = Math.max(1, count / each);
        for (int i = 0; i < units.length / 2; i++) {
            for (int j = 0; j < each; j++) {
                float number = element.number(element(units, i, j, element.bits()));
                float signed = factor.isNegated() ? -number : number;
                switch (factor.major()) {
                    case K -> lines[i / line][i % line * each + j] = signed;
                    case MN -> lines[i % across * each + j][i / across] = signed;
                }
            }
        }
        return lines;
    }

    /// An element of a unit, whose elements are neighbours with the rest of the unit behind them.
    ///
    /// @param units two numbers each
    /// @param bits of an element
    public static long element(long[] units, int unit, int index, int bits) {
        int from = index * bits;
        long word = units[2 * unit + from / Long.SIZE] >>> from % Long.SIZE;
        int missing = from % Long.SIZE + bits - Long.SIZE;
        if (missing > 0) {
            word |= units[2 * unit + 1] << (bits - missing);
        }
        return word & (-1L >>> (Long.SIZE - bits));
    }

    /// A row of the first factor from tensor memory.
    public float[] row(int[] cells) {
        var element = form.first().element();
        int bits = element.containerBits();
        int each = Integer.SIZE / bits;
        int shift = element == TensorCoreElement.E2M1 ? NIBBLE_SHIFT : 0;
        var row = new float[form.k()];
        for (int i = 0; i < row.length; i++) {
            long container = (cells[i / each] & 0xffff_ffffL) >>> (i % each * bits + shift);
            float number = element.number(container & (-1L >>> (Long.SIZE - element.bits())));
            row[i] = form.first().isNegated() ? -number : number;
        }
        return row;
    }

    /// Computes a part of the sum.
    ///
    /// @param rows of the first factor
    /// @param columns of the second factor
    /// @param d cells of the summand, row by row; those of the sum afterwards
    /// @param divisions by two of the summand
    public void multiply(Scaled rows, Scaled columns, int[] d, int divisions) {
        decode(d, divisions);
        var sparse = rows.stored();
        if (tile instanceof TileProduct.SumTile sums) {
            multiply(sums, rows, columns, d);
        } else {
            int least = form.first().element().leastExponent();
            var all = sparse.length > 0 ? new TileProduct.SparseTile(sparse, tile) : tile;
            all.multiply(
                    TileFactor.of(least, rows.values()),
                    TileFactor.of(least, transposed(columns.values())),
                    new Extent(rows.values().length, columns.values().length, form.k()),
                    d);
        }
        encode(d);
    }

    private void multiply(TileProduct.SumTile sums, Scaled rows, Scaled columns, int[] d) {
        var left = factors(form.first(), rows);
        var right = factors(form.second(), columns);
        if (rows.stored().length == 0) {
            sums.multiply(left, right, d);
            return;
        }
        var selected = new Factors[right.length];
        for (int row = 0; row < left.length; row++) {
            for (int column = 0; column < right.length; column++) {
                selected[column] = right[column].select(rows.stored()[row]);
            }
            int from = row * right.length;
            int[] part = Arrays.copyOfRange(d, from, from + right.length);
            sums.multiply(new Factors[] {left[row]}, selected, part);
            System.arraycopy(part, 0, d, from, right.length);
        }
    }

    /// Lines of a factor.
    ///
    /// @param scales of each line, which divide it into blocks; none if it is not scaled
    /// @param stored the columns of the elements of each row of a sparse first factor; none of
    ///   others
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Scaled(float[][] values, float[][] scales, int[][] stored) {

        public Scaled(float[][] values, float[][] scales) {
            this(values, scales, new int[0][]);
        }

        public static Scaled unscaled(float[][] values) {
            return new Scaled(values, new float[0][]);
        }
    }

    /// The exponent of a scaled element is the sum of those of the element and of its scale.
    private Factors[] factors(Factor factor, Scaled lines) {
        int least = factor.element().leastExponent();
        var factors = new Factors[lines.values().length];
        for (int line = 0; line < factors.length; line++) {
            var numbers = lines.values()[line];
            var values = new double[numbers.length];
            var exponents = new int[numbers.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = numbers[i];
                exponents[i] = Factors.exponent(numbers[i], least);
                if (lines.scales().length > 0) {
                    var scales = lines.scales()[line];
                    float scale = scales[i * scales.length / values.length];
                    values[i] *= scale;
                    exponents[i] += Factors.exponent(scale, form.scale().leastExponent());
                }
            }
            factors[line] = new Factors(values, exponents);
        }
        return factors;
    }

    private static float[][] transposed(float[][] columns) {
        var rows = new float[columns[0].length][columns.length];
        for (int column = 0; column < columns.length; column++) {
            for (int row = 0; row < rows.length; row++) {
                rows[row][column] = columns[column][row];
            }
        }
        return rows;
    }

    /// Replaces cells by the bits of `.f32` or `.s32`: an `.f16` is in the lower half of its cell.
    private void decode(int[] d, int divisions) {
        if (form.sum() == MatrixElement.F16) {
            for (int i = 0; i < d.length; i++) {
                d[i] = Float.floatToRawIntBits(Float.float16ToFloat((short) d[i]));
            }
        }
        if (divisions > 0) {
            for (int i = 0; i < d.length; i++) {
                d[i] = Float.floatToRawIntBits(Math.scalb(Float.intBitsToFloat(d[i]), -divisions));
            }
        }
    }

    private void encode(int[] d) {
        if (form.sum() == MatrixElement.F16) {
            for (int i = 0; i < d.length; i++) {
                d[i] = (int) Floats.bits16(Float.intBitsToFloat(d[i]));
            }
        }
    }
}
