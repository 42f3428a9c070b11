package org.offloadtck.engine.matrix;

import org.offloadtck.engine.matrix.AlignedSum.Precision;
import org.offloadtck.engine.semantics.Floats;
import org.offloadtck.ptx.matrix.MatrixElement;

/// Products of matrices whose blocks are scaled.
///
/// Sums are those of [AlignedSum], whose terms are products times their factors. Of 4-bit numbers a
/// term is the exact sum of 16 products times their factors, the exponent of a term is the sum of
/// the exponents of its factors, and 10 more bits are kept. A factor or a summand that is no number
/// gives the canonical NaN. Source: MMA-Sim (arXiv 2511.10909) of an RTX Blackwell.
///
/// @param areNibbles whether the numbers have 4 bits
record ScaledTile(ScaleFactors factors, boolean areNibbles) implements TileProduct {

    /// Products of 4-bit numbers that are added before they are scaled.
    private static final int GROUP = 16;

    /// Bits of a term below the greatest exponent, of sums of 4-bit numbers.
    private static final int NIBBLE_FRACTION = 35;

    /// The exponent of a factor that is zero.
    private static final int ZERO_FACTOR = Float.MIN_EXPONENT;

    @Override
    public TileProduct ofRow(int row) {
        return new ScaledTile(factors.ofRow(row), areNibbles);
    }

    @Override
    public void multiply(TileFactor a, TileFactor b, Extent extent, int[] d) {
        var rounding = new AlignedSum(extent.depth(), MatrixElement.F32, Precision.SINGLE);
        for (int i = 0; i < d.length; i++) {
            int row = i / extent.columns();
            int column = i % extent.columns();
            var left = a.row(row, 0, extent.depth());
            var right = b.column(column, 0, extent.depth());
            var terms = new Terms(extent.depth(), Float.intBitsToFloat(d[i]));
            double[] rowFactors = factors.rows()[row];
            double[] columnFactors = factors.columns()[column];
            if (areNibbles) {
                addGroups(left, right, rowFactors, columnFactors, terms);
            } else {
                addProducts(left, right, rowFactors[0], columnFactors[0], terms);
            }
            int fraction = areNibbles ? NIBBLE_FRACTION : rounding.fractionBits();
            d[i] = terms.isSpecial() ? special(terms) : rounding.encode(terms.sum(fraction));
        }
    }

    private static int special(Terms terms) {
        float sum = (float) terms.plain;
        return (int) Floats.bits(sum);
    }

    private static void addProducts(
            Factors left, Factors right, double row, double column, Terms terms) {
        int scale = Math.getExponent(row) + Math.getExponent(column);
        double factor = row * column;
        for (int i = 0; i < left.values().length; i++) {
            double product = left.values()[i] * right.values()[i] * factor;
            terms.add(product, left.exponents()[i] + right.exponents()[i] + scale);
        }
    }

    private void addGroups(
            Factors left, Factors right, double[] row, double[] column, Terms terms) {
        int part = left.values().length / row.length;
        for (int from = 0; from < left.values().length; from += GROUP) {
            double sum = 0;
            for (int i = from; i < from + GROUP; i++) {
                sum += left.values()[i] * right.values()[i];
            }
            double rowFactor = row[from / part];
            double columnFactor = column[from / part];
            terms.add(sum * rowFactor * columnFactor, exponent(rowFactor) + exponent(columnFactor));
        }
    }

    private int exponent(double factor) {
        return factor == 0
                ? ZERO_FACTOR
                : Math.max(Math.getExponent(factor), factors.leastExponent());
    }

    /// The terms of a sum.
    private static final class Terms {

        private final double[] values;
        private int count;
        private int greatest;
        private double plain;

        Terms(int depth, float summand) {
            this.values = new double[depth + 1];
            this.greatest = AlignedSum.LEAST_ALIGNMENT;
            add(summand, Factors.exponent(summand, Float.MIN_EXPONENT));
        }

        void add(double value, int exponent) {
            values[count++] = value;
            greatest = Math.max(greatest, exponent);
            plain += value;
        }

        boolean isSpecial() {
            return !Double.isFinite(plain);
        }

        double sum(int fraction) {
            double unit = AlignedSum.powerOfTwo(fraction - greatest);
            long sum = 0;
            for (int i = 0; i < count; i++) {
                sum += (long) (values[i] * unit);
            }
            return sum / unit;
        }
    }
}
