package org.offloadtck.engine.interpreter;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;

/// Elements of matrices and their sums of products by definition, in exact arithmetic: shares
/// nothing with the simulator.
enum MatrixOracle {
    F16(16),
    BF16(16),
    TF32(32),
    F32(32),
    F64(64),
    S32(32),
    E4M3(8),
    E5M2(8),
    E2M3(8),
    E3M2(8),
    /// In the middle of a byte.
    E2M1(8),
    U8(8),
    S8(8),
    U4(4),
    S4(4),
    B1(1);

    private final int bits;

    MatrixOracle(int bits) {
        this.bits = bits;
    }

    static MatrixOracle of(String type) {
        return valueOf(type.toUpperCase(java.util.Locale.ROOT));
    }

    int bits() {
        return bits;
    }

    private boolean isFloat() {
        return !List.of(S32, U8, S8, U4, S4, B1).contains(this);
    }

    /// A random element; one in `rare` is a zero, a subnormal, a limit, an infinity or a NaN.
    long random(Random random, int rare) {
        long any = random.nextLong() & (-1L >>> (64 - bits));
        if (!isFloat()) {
            return any;
        }
        if (isNarrow()) {
            return random.nextInt(rare) == 0 ? special8(random.nextInt(6)) : any & finite();
        }
        if (random.nextInt(rare) == 0) {
            return special(random.nextInt(8));
        }
        double near = random.nextGaussian() * Math.pow(2, random.nextInt(20) - 10);
        return switch (this) {
            case F16 -> Float.floatToFloat16((float) near) & 0xffffL;
            case BF16 -> Float.floatToRawIntBits((float) near) >>> 16;
            case F64 -> Double.doubleToRawLongBits(near);
            default -> Float.floatToRawIntBits((float) near) & 0xffff_ffffL;
        };
    }

    boolean isNarrow() {
        return List.of(E4M3, E5M2, E2M3, E3M2, E2M1).contains(this);
    }

    /// A mask that leaves neither an infinity nor a NaN.
    private long finite() {
        return this == E4M3 || this == E5M2 ? 0xbb : 0xff;
    }

    /// 0, -0, the least subnormal, the bits of an `.e5m2` infinity, and those of NaNs.
    private static long special8(int which) {
        return new long[] {0, 0x80, 0x81, 0x7c, 0x7f, 0xff}[which];
    }

    /// The number of bits of the fraction and the bias of the exponent.
    int fraction() {
        return switch (this) {
            case F16 -> 10;
            case E4M3, E2M3 -> 3;
            case E5M2, E3M2 -> 2;
            case E2M1 -> 1;
            default -> 23;
        };
    }

    int bias() {
        return switch (this) {
            case F16, E5M2 -> 15;
            case E4M3 -> 7;
            case E3M2 -> 3;
            case E2M3, E2M1 -> 1;
            default -> 127;
        };
    }

    /// Sign, exponent and fraction in the low bits.
    long fields(long element) {
        return switch (this) {
            case BF16 -> element << 16;
            case TF32 -> element & 0xffff_e000L;
            case E2M1 -> element >> 2 & 0xf;
            case E2M3, E3M2 -> element & 0x3f;
            default -> element;
        };
    }

    /// The position of the sign in [#fields].
    int sign() {
        return switch (this) {
            case F16 -> 15;
            case E4M3, E5M2 -> 7;
            case E2M3, E3M2 -> 5;
            case E2M1 -> 3;
            default -> 31;
        };
    }

    /// 0, -0, the least and the greatest subnormal, the greatest number, infinities, a NaN.
    private long special(int which) {
        int fraction =
                switch (this) {
                    case F16 -> 10;
                    case BF16 -> 7;
                    case F64 -> 52;
                    default -> 23;
                };
        long sign = 1L << (bits - 1);
        long infinity = sign - (1L << fraction);
        long least = this == TF32 ? 1L << 13 : 1;
        return switch (which) {
            case 0 -> 0;
            case 1 -> sign;
            case 2 -> sign | least;
            case 3 -> (1L << fraction) - least;
            case 4 -> infinity - least;
            case 5 -> infinity;
            case 6 -> sign | infinity;
            default -> infinity + (1L << (fraction - 1));
        };
    }

    double number(long element) {
        return switch (this) {
            case F16 -> Float.float16ToFloat((short) element);
            case BF16 -> Float.intBitsToFloat((int) element << 16);
            case TF32 -> Float.intBitsToFloat((int) element >> 13 << 13);
            case F32 -> Float.intBitsToFloat((int) element);
            case F64 -> Double.longBitsToDouble(element);
            case S32 -> (int) element;
            case E4M3, E5M2, E2M3, E3M2, E2M1 ->
                    NarrowNumbers.valueOf(name()).number(fields(element));
            case S8 -> (byte) element;
            case S4 -> element >= 8 ? element - 16 : element;
            case U8, U4, B1 -> element;
        };
    }

    /// What `mma` leaves of `c` and the products of `a` and `b`, as the documentation of the engine
    /// says.
    static long sum(Types types, String modifier, List<Long> a, List<Long> b, long c) {
        if (types.a() == B1) {
            return (c + bitCount(modifier, a, b)) & 0xffff_ffffL;
        }
        if (!types.a().isFloat()) {
            return whole(types, modifier, a, b, c);
        }
        return types.a() == F64 ? fused(modifier, a, b, c) : AlignedSumOracle.sum(types, a, b, c);
    }

    /// @param block products of floating-point types below `F64` that are added at once
    record Types(MatrixOracle d, MatrixOracle a, MatrixOracle b, MatrixOracle c, int block) {}

    private static long bitCount(String modifier, List<Long> a, List<Long> b) {
        long count = 0;
        for (int i = 0; i < a.size(); i++) {
            count += modifier.contains("and") ? a.get(i) & b.get(i) : a.get(i) ^ b.get(i);
        }
        return count;
    }

    private static long whole(Types types, String modifier, List<Long> a, List<Long> b, long c) {
        var sum = BigInteger.valueOf((long) S32.number(c));
        for (int i = 0; i < a.size(); i++) {
            long left = (long) types.a().number(a.get(i));
            long right = (long) types.b().number(b.get(i));
            sum = sum.add(BigInteger.valueOf(left).multiply(BigInteger.valueOf(right)));
        }
        if (modifier.contains("satfinite")) {
            sum = sum.max(BigInteger.valueOf(Integer.MIN_VALUE));
            sum = sum.min(BigInteger.valueOf(Integer.MAX_VALUE));
        }
        return sum.intValue() & 0xffff_ffffL;
    }

    private static long fused(String modifier, List<Long> a, List<Long> b, long c) {
        var mode = modifier.matches("r[nzmp]") ? modifier : "rn";
        double sum = Double.longBitsToDouble(c);
        for (int i = 0; i < a.size(); i++) {
            double left = Double.longBitsToDouble(a.get(i));
            double right = Double.longBitsToDouble(b.get(i));
            boolean finite = Double.isFinite(left) && Double.isFinite(right);
            if (!finite || !Double.isFinite(sum)) {
                sum = special(left, right, sum);
                continue;
            }
            var exact =
                    new BigDecimal(left).multiply(new BigDecimal(right)).add(new BigDecimal(sum));
            sum =
                    exact.signum() != 0
                            ? ExactRounding.DOUBLE.round(exact, mode)
                            : zero(List.of(left * right, sum), mode);
        }
        return Double.doubleToRawLongBits(sum);
    }

    /// A NaN among b, the sum and a, the first of them; or the NaN of an invalid operation.
    private static double special(double left, double right, double sum) {
        boolean finite = Double.isFinite(left) && Double.isFinite(right);
        return DoubleStream.of(right, sum, left)
                .filter(Double::isNaN)
                .map(nan -> Double.longBitsToDouble(Double.doubleToRawLongBits(nan) | 1L << 51))
                .findFirst()
                .orElseGet(() -> canonical(finite ? sum : left * right + sum));
    }

    private static double canonical(double value) {
        return Double.isNaN(value) ? Double.longBitsToDouble(0xfff8_0000_0000_0000L) : value;
    }

    /// IEEE 754-2019 §6.3.
    private static double zero(List<Double> terms, String mode) {
        boolean negative = terms.stream().allMatch(term -> term == 0 && Math.copySign(1, term) < 0);
        boolean positive = terms.stream().allMatch(term -> term == 0 && Math.copySign(1, term) > 0);
        return negative || (mode.equals("rm") && !positive) ? -0d : 0d;
    }
}
