package org.offloadtck.engine.matrix;

import org.offloadtck.engine.semantics.Floats;
import org.offloadtck.engine.semantics.RoundedArithmetic;
import org.offloadtck.engine.semantics.RoundingMode;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.BitOperation;
import org.offloadtck.ptx.matrix.MatrixElement;

/// The sum of the products of a row and a column, and of an element of the third matrix.
sealed interface DotProduct
        permits AlignedSum,
                DotProduct.Fused,
                DotProduct.Separate,
                DotProduct.Whole,
                DotProduct.BitCount {

    /// The sum of a row of a from `aFrom` on and a column of b from `bFrom` on.
    ///
    /// @return exact, or so that the encoding of the result rounds it once
    double of(Factors a, int aFrom, Factors b, int bFrom, int length, double c);

    /// `.f64`: `c` and the products in the order of k, each added by a fused operation. PTX ISA
    /// §9.7.15.5.14 asks for the precision of `fma.f64` and leaves the order and NaNs open: 18,944
    /// results of 24 forms that an H200 gave are so ([AlignedSum] names driver and date).
    record Fused(RoundingMode mode) implements DotProduct {

        @Override
        public double of(Factors a, int aFrom, Factors b, int bFrom, int length, double c) {
            double sum = c;
            for (int i = 0; i < length; i++) {
                double left = a.values()[aFrom + i];
                double right = b.values()[bFrom + i];
                double next = RoundedArithmetic.fma(left, right, sum, mode);
                sum = Double.isNaN(next) ? nan(next, left, right, sum) : next;
            }
            return sum;
        }

        /// The NaN of an operand, as `fma.f64` gives it.
        private static double nan(double result, double a, double b, double c) {
            return Floats.f64(
                    Floats.bits(
                            result,
                            Double.doubleToRawLongBits(a),
                            Double.doubleToRawLongBits(b),
                            Double.doubleToRawLongBits(c)));
        }
    }

    /// `mma.m8n8k4` with `.f16` in single precision, each operation rounded to nearest: `.f32` adds
    /// the sum of the products in the order of k to `c`; `.f16` adds that of the first two products
    /// and then that of the last two, and keeps a zero negative if all its terms are. Source: the
    /// code that `ptxas` of CUDA 11.8 makes for `sm_80` and `sm_90`, which has no tensor core
    /// instruction. `sm_75` has one, whose sum is assumed to be the same.
    ///
    /// @param sum type of the result
    record Separate(MatrixElement sum) implements DotProduct {

        @Override
        public double of(Factors a, int aFrom, Factors b, int bFrom, int length, double c) {
            float result = (float) c;
            int step = sum == MatrixElement.F16 ? 2 : length;
            float start = sum == MatrixElement.F16 ? -0f : 0f;
            for (int from = 0; from < length; from += step) {
                float part = start;
                for (int i = from; i < from + step; i++) {
                    float left = (float) a.values()[aFrom + i];
                    part = Math.fma(left, (float) b.values()[bFrom + i], part);
                }
                result += part;
            }
            return result;
        }
    }

    /// Integers: the sum is exact, and wraps or is clamped once. PTX ISA §9.7.15.5.14 leaves open
    /// whether `.satfinite` clamps sums on the way.
    record Whole() implements DotProduct {

        @Override
        public double of(Factors a, int aFrom, Factors b, int bFrom, int length, double c) {
            double sum = c;
            for (int i = 0; i < length; i++) {
                sum += a.values()[aFrom + i] * b.values()[bFrom + i];
            }
            return sum;
        }
    }

    /// `.b1`: the number of bits that are set after the operation, added to `c`.
    record BitCount(BitOperation operation) implements DotProduct {

        @Override
        public double of(Factors a, int aFrom, Factors b, int bFrom, int length, double c) {
            double sum = c;
            for (int i = 0; i < length; i++) {
                sum +=
                        switch (operation) {
                            case XOR -> Math.abs(a.values()[aFrom + i] - b.values()[bFrom + i]);
                            case AND -> a.values()[aFrom + i] * b.values()[bFrom + i];
                        };
            }
            return sum;
        }
    }
}
