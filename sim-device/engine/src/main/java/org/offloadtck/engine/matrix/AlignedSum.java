package org.offloadtck.engine.matrix;

import org.offloadtck.engine.semantics.Floats;
import org.offloadtck.engine.semantics.HalfFormat;
import org.offloadtck.engine.semantics.RoundedArithmetic;
import org.offloadtck.engine.semantics.RoundingMode;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.Shape;
import org.offloadtck.ptx.matrix.MatrixElement;
import org.offloadtck.ptx.matrix.MatrixProduct;
import org.offloadtck.ptx.matrix.WarpgroupProduct;

/// The sum of `.f16`, `.bf16` and `.tf32`, bit for bit as an H200 computes it.
///
/// The products of a block and the accumulator are aligned to the greatest exponent among them, cut
/// toward zero at 2⁻²⁵ of it and added exactly:
///
/// - The exponent of a product is the sum of its factors' exponents, though the product may be
///   twice that; a subnormal has the least exponent of its type. A zero has no exponent.
/// - The accumulator is an `.f32`, to which an `.f16` is converted.
/// - The exponent of the alignment is at least -133, so that no term has bits below 2⁻¹⁵⁸.
/// - A block has all products of an element, but of `wmma` with `.tf32` four.
/// - A sum of `.f32` is cut toward zero and becomes an infinity from 2¹²⁸ on. If neither the
///   accumulator nor the result is `.f32`, the sum is rounded once, to the nearest `.f16`; an
///   `.f16` of an `.f32` accumulator is rounded from the `.f32`.
/// - Rounding to `.f16` follows the last block, which is the only one of all such forms.
/// - A sum of zero is +0, even if all its terms are -0, and so is a sum too small for its type. An
///   `.f32` that vanishes when it is rounded to `.f16` keeps its sign.
/// - A NaN, infinities of both signs and a product of zero and infinity give the canonical NaN. The
///   13 bits of a `.tf32` that do not count do not make a NaN of an infinity.
///
/// Source: measured on an H200, driver 580.159, 2026-11-26: 320,512 results of 44 forms, all of
/// which the rule gives. PTX ISA §9.7.15.5.14 asks for at least single precision, or half where c
/// and d are `.f16`, and leaves the rest open. Other architectures follow the same rule here,
/// though only `sm_90` was measured. So do sums of factors of 8 bits and fewer in `mma`, as MMA-Sim
/// (arXiv 2511.10909) has them for Hopper and Blackwell.
///
/// Sums of `wgmma` are assumed to be computed so, too. Those of 8-bit factors are assumed to be cut
/// at 2⁻¹³, and to be an `.f32` with 13 bits of fraction (MMA-Sim, arXiv 2511.10909, and Khattak
/// and Mikaitis, arXiv 2512.07004, of an H100). Sums of `tcgen05.mma` are assumed to keep 25 bits
/// of all types, as those papers found on a B200.
///
/// @param block products that are added at once
/// @param sum `.f32`, or `.f16` if no element but `.f16` or of 8 bits is involved
record AlignedSum(int block, MatrixElement sum, Precision precision) implements DotProduct {

    /// What is kept of terms and sums.
    enum Precision {
        SINGLE(25, 23),
        /// Of 8-bit factors of `wgmma`.
        REDUCED(13, 13);

        /// Bits of a term below the greatest exponent.
        private final int fractionBits;

        /// The bits of a `double` that a sum of `.f32` may have.
        private final long sumBits;

        Precision(int fractionBits, int sumFraction) {
            this.fractionBits = fractionBits;
            this.sumBits = -1L << (52 - sumFraction);
        }
    }

    /// The least exponent to which terms are aligned.
    static final int LEAST_ALIGNMENT = -133;

    /// The greatest exponent of a product of finite factors.
    private static final int GREATEST_FINITE = 2 * Float.MAX_EXPONENT;

    /// Half of the least `.f16`: rounded to even, it vanishes.
    private static final double VANISHES_IN_F16 = 0x1p-25;

    static AlignedSum of(MatrixProduct product) {
        boolean half =
                product.c().element() == MatrixElement.F16
                        && product.d().element() == MatrixElement.F16;
        return new AlignedSum(
                product.shape() == Shape.M16N16K8 ? 4 : product.a().columns(),
                half ? MatrixElement.F16 : MatrixElement.F32,
                Precision.SINGLE);
    }

    /// Of `wgmma`: all products of an element are a block.
    static AlignedSum of(WarpgroupProduct product) {
        boolean isByte = product.first().element().bits() == Byte.SIZE;
        return new AlignedSum(
                product.a().columns(),
                product.d().element(),
                isByte ? Precision.REDUCED : Precision.SINGLE);
    }

    /// Of `tcgen05.mma`: all products of an element are a block, and no precision is lost with
    /// 8-bit factors.
    static AlignedSum ofTensorCore(int k, MatrixElement sum) {
        return new AlignedSum(k, sum, Precision.SINGLE);
    }

    @Override
    public double of(Factors a, int aFrom, Factors b, int bFrom, int length, double c) {
        double sum = c;
        for (int i = 0; i < length; i += block) {
            sum = rounded(blockSum(a, aFrom + i, b, bFrom + i, sum));
        }
        return sum;
    }

    private double blockSum(Factors a, int aFrom, Factors b, int bFrom, double c) {
        int[] left = a.exponents();
        int[] right = b.exponents();
        int greatest = Math.max(LEAST_ALIGNMENT, Factors.exponent(c, Float.MIN_EXPONENT));
        for (int i = 0; i < block; i++) {
            greatest = Math.max(greatest, left[aFrom + i] + right[bFrom + i]);
        }
        if (greatest > GREATEST_FINITE) {
            return withInfinities(a.values(), aFrom, b.values(), bFrom, c);
        }
        double unit = powerOfTwo(precision.fractionBits - greatest);
        return aligned(a.values(), aFrom, b.values(), bFrom, c, unit);
    }

    /// @param unit by which a term is multiplied, so that what is cut is its fraction: all terms
    ///   are below 2²⁷
    private double aligned(double[] a, int aFrom, double[] b, int bFrom, double c, double unit) {
        long sum = (int) (c * unit);
        for (int i = 0; i < block; i++) {
            sum += (int) (a[aFrom + i] * b[bFrom + i] * unit);
        }
        return sum / unit;
    }

    /// The `.f32` of a sum, which is exact in `.f32` or, if neither the accumulator nor the result
    /// is `.f32`, rounded to `.f16`.
    ///
    /// @param exact in units of two to the last bit of the alignment
    /// @param greatest the exponent of the alignment
    int bits(long exact, int greatest) {
        return bits(rounded(exact * powerOfTwo(greatest - precision.fractionBits)));
    }

    /// The `.f32` of what [#of] returns.
    int bits(double rounded) {
        float single =
                sum == MatrixElement.F16
                        ? Float.float16ToFloat((short) HalfFormat.IEEE.encode(rounded))
                        : (float) rounded;
        return (int) Floats.bits(single);
    }

    /// Whether an `int` holds the sum of a block's products: a product is below four times the last
    /// bit that is kept of the greatest.
    boolean fitsInInt() {
        return block <= 1 << (Integer.SIZE - 3 - precision.fractionBits);
    }

    int fractionBits() {
        return precision.fractionBits;
    }

    /// The bits of the `.f32` of an exact sum.
    int encode(double exact) {
        return bits(rounded(exact));
    }

    static double powerOfTwo(int exponent) {
        return Double.longBitsToDouble((long) (exponent + Double.MAX_EXPONENT) << 52);
    }

    private double withInfinities(double[] a, int aFrom, double[] b, int bFrom, double c) {
        double sum = c;
        for (int i = 0; i < block; i++) {
            sum += a[aFrom + i] * b[bFrom + i];
        }
        return sum;
    }

    /// An `.f32`, or what is rounded to `.f16` by its encoding.
    private double rounded(double exact) {
        if (sum == MatrixElement.F16) {
            return Math.abs(exact) <= VANISHES_IN_F16 ? 0 : exact;
        }
        if (Math.abs(exact) >= 0x1p128) {
            return Math.copySign(Double.POSITIVE_INFINITY, exact);
        }
        if (Math.abs(exact) >= Float.MIN_NORMAL) {
            return Double.longBitsToDouble(Double.doubleToRawLongBits(exact) & precision.sumBits);
        }
        return RoundedArithmetic.narrow(exact, RoundingMode.ZERO) + 0d;
    }
}
