package org.offloadtck.engine.matrix;

import java.math.BigDecimal;
import org.offloadtck.engine.semantics.RoundedArithmetic;
import org.offloadtck.engine.semantics.RoundingMode;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.BitOperation;

/// The sum of the products of a row and a column, and of an element of the third matrix.
sealed interface DotProduct {

    /// A row from `a[aFrom]` and a column from `b[bFrom]` on.
    ///
    /// @return exact, or so that the encoding of the result rounds it once
    double of(double[] a, int aFrom, double[] b, int bFrom, int length, double c);

    /// Products and sum are exact, and rounded once, to nearest, by the encoding of the result. PTX
    /// ISA §9.7.15.5.14 asks for at least single precision, or half where c and d are `.f16`, and
    /// leaves order, rounding and subnormals open; devices truncate. Subnormals count here. An
    /// exact sum of zero is +0 unless all its terms are -0.
    record Exact() implements DotProduct {

        @Override
        public double of(double[] a, int aFrom, double[] b, int bFrom, int length, double c) {
            double sum = c;
            boolean isExact = true;
            for (int i = 0; i < length; i++) {
                double product = a[aFrom + i] * b[bFrom + i];
                double next = sum + product;
                double share = next - sum;
                isExact &= (sum - (next - share)) + (product - share) == 0;
                sum = next;
            }
            return isExact || !Double.isFinite(sum)
                    ? sum
                    : inDecimal(a, aFrom, b, bFrom, length, c);
        }

        private static double inDecimal(
                double[] a, int aFrom, double[] b, int bFrom, int length, double c) {
            var sum = new BigDecimal(c);
            for (int i = 0; i < length; i++) {
                sum = sum.add(new BigDecimal(a[aFrom + i] * b[bFrom + i]));
            }
            return roundedToOdd(sum);
        }

        /// Rounded to odd, so that the second rounding, to half as many bits, is that of the exact
        /// sum (Boldo and Melquiond, 2008).
        private static double roundedToOdd(BigDecimal exact) {
            double nearest = exact.doubleValue();
            int error = exact.compareTo(new BigDecimal(nearest));
            if (error == 0 || (Double.doubleToRawLongBits(nearest) & 1) != 0) {
                return nearest;
            }
            return error > 0 ? Math.nextUp(nearest) : Math.nextDown(nearest);
        }
    }

    /// `.f64`: `c` and the products in the order of k, each added by a fused operation. PTX ISA
    /// §9.7.15.5.14 asks for the precision of `fma.f64` and leaves the order open.
    record Fused(RoundingMode mode) implements DotProduct {

        @Override
        public double of(double[] a, int aFrom, double[] b, int bFrom, int length, double c) {
            double sum = c;
            for (int i = 0; i < length; i++) {
                sum = RoundedArithmetic.fma(a[aFrom + i], b[bFrom + i], sum, mode);
            }
            return sum;
        }
    }

    /// Integers: the sum is exact, and wraps or is clamped once. PTX ISA §9.7.15.5.14 leaves open
    /// whether `.satfinite` clamps sums on the way.
    record Whole() implements DotProduct {

        @Override
        public double of(double[] a, int aFrom, double[] b, int bFrom, int length, double c) {
            double sum = c;
            for (int i = 0; i < length; i++) {
                sum += a[aFrom + i] * b[bFrom + i];
            }
            return sum;
        }
    }

    /// `.b1`: the number of bits that are set after the operation, added to `c`.
    record BitCount(BitOperation operation) implements DotProduct {

        @Override
        public double of(double[] a, int aFrom, double[] b, int bFrom, int length, double c) {
            double sum = c;
            for (int i = 0; i < length; i++) {
                sum +=
                        switch (operation) {
                            case XOR -> Math.abs(a[aFrom + i] - b[bFrom + i]);
                            case AND -> a[aFrom + i] * b[bFrom + i];
                        };
            }
            return sum;
        }
    }
}
