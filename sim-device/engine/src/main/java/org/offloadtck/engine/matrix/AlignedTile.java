package org.offloadtck.engine.matrix;

import java.util.Arrays;

/// [AlignedSum] of all elements of a product.
///
/// Products are `float`: two factors have 22 bits of significand at most, so that a product within
/// the range of `float` is exact, and so is its multiple by the power of two that aligns it. What
/// is smaller than the range of `float` is below the last bit kept if the greatest exponent is at
/// least [#LEAST]; nothing is beyond the range if the greatest exponent is at most [#GREATEST].
/// Elements with other exponents, infinities or NaNs are those of [AlignedSum] itself. The sum of
/// the aligned products fits in an `int`: they are below 2²⁷ and at most 16, or below 2¹⁵ and at
/// most 32. 16 products of `.f16` are below 16 · (2 - 2⁻¹⁰)² · 2²⁵ < 2³¹.
///
/// The inner loops are written out: C2 of JDK 25 vectorises a loop only if all its arrays have one
/// index and it has one conversion from `float` to `int`.
record AlignedTile(AlignedSum sum) implements TileProduct {

    /// The least exponent of an alignment in `float`: a product below 2⁻¹²⁶ times 2²⁵⁺¹⁰⁰ is below
    /// one half.
    private static final int LEAST = -100;

    /// The greatest exponent of an alignment in `float`: a product is less than four times two to
    /// its exponent.
    private static final int GREATEST = Float.MAX_EXPONENT - 2;

    /// All terms are zeros if the greatest exponent is below: two factors other than zero have at
    /// least -252.
    private static final int ONLY_ZEROS = -400;

    /// Bits of the fraction of `.f32`.
    private static final int FRACTION = 23;

    /// The most products of 25 bits of fraction whose sum fits in an `int`.
    static final int MOST_TERMS = 16;

    /// Columns from which on a row has its own loop. Narrower results are computed strip by strip.
    private static final int WIDE = 64;

    /// Columns of a strip, of which all shapes have a multiple.
    private static final int STRIP = 8;

    @Override
    public void multiply(TileFactor a, TileFactor b, Extent extent, int[] d) {
        if (extent.columns() >= WIDE) {
            multiplyRows(a, b, extent, d);
        } else {
            multiplyStrips(a, b, extent, d);
        }
    }

    private void multiplyRows(TileFactor a, TileFactor b, Extent extent, int[] d) {
        int columns = extent.columns();
        var part = new Part(columns);
        for (int row = 0; row < extent.rows(); row++) {
            System.arraycopy(d, row * columns, part.results, 0, columns);
            for (int depth = 0; depth < extent.depth(); depth += sum.block()) {
                var block = new Block(a, b, row, 0, columns, depth);
                part.begin();
                addRow(block, part);
                finish(block, part);
            }
            System.arraycopy(part.results, 0, d, row * columns, columns);
        }
    }

    private void multiplyStrips(TileFactor a, TileFactor b, Extent extent, int[] d) {
        int columns = extent.columns();
        var part = new Part(extent.rows() * STRIP);
        var terms = new Terms(sum.block(), part.length());
        for (int column = 0; column < columns; column += STRIP) {
            for (int row = 0; row < extent.rows(); row++) {
                System.arraycopy(d, row * columns + column, part.results, row * STRIP, STRIP);
            }
            for (int depth = 0; depth < extent.depth(); depth += sum.block()) {
                var block = new Block(a, b, 0, column, STRIP, depth);
                part.begin();
                addStrip(block, terms, part);
                finish(block, part);
            }
            for (int row = 0; row < extent.rows(); row++) {
                System.arraycopy(part.results, row * STRIP, d, row * columns + column, STRIP);
            }
        }
    }

    /// Products that are added at once, of rows from `row` and of `columns` columns from `column`
    /// on.
    private record Block(TileFactor a, TileFactor b, int row, int column, int columns, int depth) {}

    /// A row of the result, or a strip of it, row by row.
    private static final class Part {

        /// Exponents of the terms.
        private final int[] greatest;

        /// By which products are multiplied.
        private final float[] units;

        /// Of aligned products.
        private final int[] sums;

        /// The bits of the summands, and of the results afterwards.
        private final int[] results;

        /// The summands, aligned.
        private final int[] aligned;

        Part(int length) {
            this.results = new int[length];
            this.aligned = new int[length];
            this.greatest = new int[length];
            this.units = new float[length];
            this.sums = new int[length];
        }

        int length() {
            return sums.length;
        }

        /// Takes the exponents of the summands: their fields less the bias, and [#ONLY_ZEROS] less
        /// for zeros. C2 makes vector instructions of this arithmetic, and not of branches.
        void begin() {
            takeExponents(results, greatest);
        }

        private static void takeExponents(int[] summands, int[] greatest) {
            for (int i = 0; i < greatest.length; i++) {
                int magnitude = summands[i] & Integer.MAX_VALUE;
                int zero = ~(-magnitude >> (Integer.SIZE - 1));
                int field = Math.max(magnitude >> FRACTION, 1);
                greatest[i] = field - Float.MAX_EXPONENT + (zero & 2 * ONLY_ZEROS);
            }
        }

        /// Computes the units, and begins the sums with the aligned summands.
        void align(int fractionBits) {
            for (int i = 0; i < greatest.length; i++) {
                int exponent = Math.max(-126, Math.min(127, fractionBits - greatest[i]));
                float unit = Float.intBitsToFloat((exponent + Float.MAX_EXPONENT) << FRACTION);
                units[i] = unit;
                aligned[i] = (int) (Float.intBitsToFloat(results[i]) * unit);
            }
            Arrays.fill(sums, 0);
        }
    }

    /// Products and their exponents: of each depth, those of the elements of a strip.
    private static final class Terms {

        private final float[][] products;
        private final int[][] exponents;

        Terms(int depth, int length) {
            this.products = new float[depth][length];
            this.exponents = new int[depth][length];
        }
    }

    private void addRow(Block block, Part part) {
        int depth = block.depth();
        int[] left = block.a().exponents()[block.row()];
        int[][] right = block.b().exponents();
        for (int i = depth; i < depth + sum.block(); i += 4) {
            raise(left, right, i, part.greatest);
        }
        part.align(sum.fractionBits());
        float[] values = block.a().values()[block.row()];
        for (int i = depth; i < depth + sum.block(); i++) {
            add(values[i], block.b().values()[i], part.units, part.sums);
        }
    }

    private static void raise(int[] a, int[][] b, int from, int[] greatest) {
        int a0 = a[from];
        int a1 = a[from + 1];
        int a2 = a[from + 2];
        int a3 = a[from + 3];
        int[] b0 = b[from];
        int[] b1 = b[from + 1];
        int[] b2 = b[from + 2];
        int[] b3 = b[from + 3];
        for (int i = 0; i < greatest.length; i++) {
            int left = Math.max(a0 + b0[i], a1 + b1[i]);
            int right = Math.max(a2 + b2[i], a3 + b3[i]);
            greatest[i] = Math.max(greatest[i], Math.max(left, right));
        }
    }

    private static void add(float a, float[] b, float[] units, int[] sums) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] += (int) (a * b[i] * units[i]);
        }
    }

    private void addStrip(Block block, Terms terms, Part part) {
        for (int i = 0; i < sum.block(); i++) {
            expand(block, i, terms.products[i], terms.exponents[i]);
        }
        for (int i = 0; i < sum.block(); i += 4) {
            raise(terms.exponents, i, part.greatest);
        }
        part.align(sum.fractionBits());
        for (int i = 0; i < sum.block(); i++) {
            add(terms.products[i], part.units, part.sums);
        }
    }

    /// Computes the products of one depth.
    private static void expand(Block block, int index, float[] products, int[] exponents) {
        int depth = block.depth() + index;
        expandValues(
                block.a().values(), depth, block.b().values()[depth], block.column(), products);
        expandExponents(
                block.a().exponents(),
                depth,
                block.b().exponents()[depth],
                block.column(),
                exponents);
    }

    private static void expandValues(
            float[][] a, int depth, float[] b, int from, float[] products) {
        float b0 = b[from];
        float b1 = b[from + 1];
        float b2 = b[from + 2];
        float b3 = b[from + 3];
        float b4 = b[from + 4];
        float b5 = b[from + 5];
        float b6 = b[from + 6];
        float b7 = b[from + 7];
        for (int at = 0; at < products.length; at += STRIP) {
            float left = a[at / STRIP][depth];
            products[at] = left * b0;
            products[at + 1] = left * b1;
            products[at + 2] = left * b2;
            products[at + 3] = left * b3;
            products[at + 4] = left * b4;
            products[at + 5] = left * b5;
            products[at + 6] = left * b6;
            products[at + 7] = left * b7;
        }
    }

    private static void expandExponents(int[][] a, int depth, int[] b, int from, int[] exponents) {
        int b0 = b[from];
        int b1 = b[from + 1];
        int b2 = b[from + 2];
        int b3 = b[from + 3];
        int b4 = b[from + 4];
        int b5 = b[from + 5];
        int b6 = b[from + 6];
        int b7 = b[from + 7];
        for (int at = 0; at < exponents.length; at += STRIP) {
            int left = a[at / STRIP][depth];
            exponents[at] = left + b0;
            exponents[at + 1] = left + b1;
            exponents[at + 2] = left + b2;
            exponents[at + 3] = left + b3;
            exponents[at + 4] = left + b4;
            exponents[at + 5] = left + b5;
            exponents[at + 6] = left + b6;
            exponents[at + 7] = left + b7;
        }
    }

    private static void raise(int[][] exponents, int from, int[] greatest) {
        int[] e0 = exponents[from];
        int[] e1 = exponents[from + 1];
        int[] e2 = exponents[from + 2];
        int[] e3 = exponents[from + 3];
        for (int i = 0; i < greatest.length; i++) {
            int left = Math.max(e0[i], e1[i]);
            int right = Math.max(e2[i], e3[i]);
            greatest[i] = Math.max(greatest[i], Math.max(left, right));
        }
    }

    private static void add(float[] products, float[] units, int[] sums) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] += (int) (products[i] * units[i]);
        }
    }

    /// Adds the summands and rounds.
    private void finish(Block block, Part part) {
        for (int i = 0; i < part.length(); i++) {
            int exponent = part.greatest[i];
            if (exponent >= LEAST && exponent <= GREATEST) {
                part.results[i] = sum.bits(part.sums[i] + (long) part.aligned[i], exponent);
            } else {
                part.results[i] = exponent < ONLY_ZEROS ? 0 : single(block, i, part.results[i]);
            }
        }
    }

    private int single(Block block, int index, int c) {
        int row = block.row() + index / block.columns();
        int column = block.column() + index % block.columns();
        var a = block.a().row(row, block.depth(), sum.block());
        var b = block.b().column(column, block.depth(), sum.block());
        return sum.bits(sum.of(a, 0, b, 0, sum.block(), Float.intBitsToFloat(c)));
    }
}
