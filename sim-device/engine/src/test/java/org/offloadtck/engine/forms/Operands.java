package org.offloadtck.engine.forms;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Operand values of each kind: special values first, then a stream of random ones with a fixed
/// seed. The same on every machine.
final class Operands {

    private Operands() {}

    /// Bits of the register that holds an operand of a kind; 1 for a predicate.
    static int width(String kind) {
        return switch (kind) {
            case "pred" -> 1;
            case "i16", "nz16", "f16", "bf16", "e4m3x2", "e5m2x2" -> 16;
            case "i64", "f64", "nz64", "f32x2" -> 64;
            default -> 32;
        };
    }

    /// One value; `index` counts the records of a table, `place` is that of the operand.
    static long value(String kind, int index, int place, long before, Random random) {
        return switch (kind) {
            case "pred" -> random.nextInt(2);
            case "i16" -> integer(16, index, place, random);
            case "i32" -> integer(32, index, place, random);
            case "i64" -> integer(64, index, place, random);
            case "nz16" -> nonZero(16, index, place, random);
            case "nz32" -> nonZero(32, index, place, random);
            case "nz64" -> nonZero(64, index, place, random);
            case "amount" -> index % 3 == 0 ? random.nextInt(32) : amount(index, random);
            case "lane" -> random.nextInt(32);
            case "offset" -> (random.nextInt(21) - 10) & 0xffff_ffffL;
            case "few" -> random.nextInt(4);
            case "clamp" -> 0x1f;
            case "f16" -> real(5, 10, index, place, before, random);
            case "bf16" -> real(8, 7, index, place, before, random);
            case "f32", "tf32" -> real(8, 23, index, place, before, random);
            case "f64" -> real(11, 52, index, place, before, random);
            case "f16x2" -> pair(5, 10, index, place, before, random);
            case "bf16x2" -> pair(8, 7, index, place, before, random);
            case "f32x2" -> random.nextLong();
            case "e4m3x2", "e5m2x2" -> (index * 0x0101L + random.nextInt(256) * 256L) & 0xffff;
            case "angle" -> angle(index, random);
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private static long mask(int bits) {
        return -1L >>> (64 - bits);
    }

    private static final long[] COUNTS = {
        0,
        1,
        2,
        7,
        8,
        15,
        16,
        17,
        31,
        32,
        33,
        48,
        63,
        64,
        65,
        127,
        255,
        256,
        0x8000_0000L,
        0xffff_ffffL
    };

    private static long amount(int index, Random random) {
        return index % 3 == 1 ? COUNTS[random.nextInt(COUNTS.length)] : random.nextInt(80);
    }

    private static long integer(int bits, int index, int place, Random random) {
        long most = mask(bits - 1);
        long[] special = {
            0,
            1,
            -1,
            most,
            most + 1,
            most + 2,
            most - 1,
            2,
            -2,
            0x55555555_55555555L,
            0x7f,
            0x80,
            0xff,
            0x100,
            0x7fff,
            0x8000,
            0xffff,
            0x10000,
            0xff00ff00_ff00ff00L,
            0x80808080_80808080L,
            0x7f7f7f7f_7f7f7f7fL,
            0x80008000_80008000L,
            0x7fff7fff_7fff7fffL,
            -128,
            -129,
            -32768,
            -32769,
            0xffff_ffffL,
            0x7fff_ffffL,
            0x8000_0000L,
            0x1_0000_0000L
        };
        if (index < special.length && place == 0) {
            return special[index] & mask(bits);
        }
        return switch (random.nextInt(6)) {
            case 0, 1 -> special[random.nextInt(special.length)] & mask(bits);
            case 2 -> (random.nextLong() >> random.nextInt(64)) & mask(bits);
            default -> random.nextLong() & mask(bits);
        };
    }

    private static long nonZero(int bits, int index, int place, Random random) {
        long value = integer(bits, index, place, random);
        return value == 0 ? 3 : value;
    }

    private static final double[] DECIMALS = {
        0.5,
        1.5,
        2.5,
        3.5,
        0.25,
        0.75,
        0.49999997,
        0.50000006,
        10,
        100.5,
        126.5,
        127,
        127.5,
        128,
        128.5,
        129,
        254.5,
        255,
        255.5,
        256,
        448,
        464,
        465,
        480,
        57344,
        61440,
        61441,
        32766.5,
        32767,
        32767.5,
        32768,
        32769,
        65504,
        65519,
        65520,
        65535,
        65535.5,
        65536,
        16777216,
        16777217,
        2147483520,
        2147483647,
        2147483647.5,
        2147483648.0,
        2147483904.0,
        4294967040.0,
        4294967295.0,
        4294967295.5,
        4294967296.0,
        0x1p53,
        0x1.fffffep62,
        0x1.fffffffffffffp62,
        0x1p63,
        0x1.fffffep63,
        0x1.fffffffffffffp63,
        0x1p64,
        0x1p-14,
        0x1p-24,
        0x1p-25,
        0x1.8p-25,
        0x1.ffcp-15,
        0x1.fffp-15,
        0x1p-126,
        0x1p-127,
        0x1.fffffp-127,
        0x1.ffffffp-127,
        0x1p-149,
        0x1p-150,
        0x1.8p-150,
        0x1.fffffep127,
        0x1.fffffefp127,
        0x1.ffffffp127,
        0x1.fefp127,
        0x1.fe8p127,
        0x1.ff8p127,
        0x1p126,
        0x1.8p126,
        0x1p127,
        3.1415927,
        1.0e-10,
        0x1p-9,
        0x1p-10,
        0x1p-6,
        0x1p-16,
        0x1p-17,
        0x1.8p-17
    };

    private static long[] specials(int exponent, int mantissa) {
        long one = mask(exponent - 1) << mantissa;
        long infinity = mask(exponent) << mantissa;
        long unit = 1L << mantissa;
        var list =
                new ArrayList<Long>(
                        List.of(
                                0L,
                                1L,
                                2L,
                                unit - 1,
                                unit / 2,
                                unit / 2 + 1,
                                unit,
                                unit + 1,
                                one - 1,
                                one,
                                one + 1,
                                one + unit / 2,
                                one + unit,
                                one - unit,
                                one + unit * mantissa,
                                one + unit * (mantissa + 1),
                                one + unit * (mantissa + 1) - 1,
                                infinity - 1,
                                infinity - unit,
                                infinity,
                                infinity + 1,
                                infinity + unit / 4 + 3,
                                infinity + unit / 2,
                                infinity + unit / 2 + 5,
                                infinity + unit - 1));
        for (double decimal : DECIMALS) {
            list.add(nearest(decimal, exponent, mantissa));
        }
        var all = new ArrayList<Long>();
        for (long bits : list) {
            all.add(bits);
            all.add(bits | 1L << (exponent + mantissa));
        }
        return all.stream().mapToLong(Long::longValue).distinct().toArray();
    }

    /// A number truncated to a format; its largest or a zero beyond the range.
    private static long nearest(double value, int exponent, int mantissa) {
        int bias = (1 << (exponent - 1)) - 1;
        int power = Math.getExponent(value);
        if (power > bias) {
            return (mask(exponent) << mantissa) - 1;
        }
        int least = Math.max(power, 1 - bias);
        long units = (long) Math.scalb(value, mantissa - least);
        return units + ((long) (least + bias - 1) << mantissa);
    }

    private static final long[][][] CACHE = new long[16][64][];

    private static long[] special(int exponent, int mantissa) {
        if (CACHE[exponent][mantissa] == null) {
            CACHE[exponent][mantissa] = specials(exponent, mantissa);
        }
        return CACHE[exponent][mantissa];
    }

    private static long real(
            int exponent, int mantissa, int index, int place, long before, Random random) {
        var special = special(exponent, mantissa);
        if (place == 0 && index < special.length) {
            return special[index];
        }
        long bits = random.nextLong() & mask(exponent + mantissa + 1);
        long sign = bits & 1L << (exponent + mantissa);
        long bias = mask(exponent - 1);
        long ties = -1L << random.nextInt(mantissa + 1);
        long significand = bits & mask(mantissa) & ties;
        long near = Math.clamp(bias + random.nextInt(17) - 8, 0, 2 * bias);
        return switch (random.nextInt(place == 0 ? 6 : 8)) {
            case 0, 1 -> special[random.nextInt(special.length)];
            case 2, 3 -> sign | near << mantissa | significand;
            case 4 -> sign | near << mantissa | (bits & mask(mantissa));
            case 5 -> bits;
            // Close to the operand before, or its negative.
            case 6 -> (before ^ sign) + random.nextInt(5) - 2 & mask(exponent + mantissa + 1);
            default -> (before & (mask(exponent) << mantissa)) | sign | significand;
        };
    }

    private static long pair(
            int exponent, int mantissa, int index, int place, long before, Random random) {
        int bits = exponent + mantissa + 1;
        long low = real(exponent, mantissa, index, place, before & mask(bits), random);
        long high = real(exponent, mantissa, index + 40, place, before >>> bits, random);
        return high << bits | low;
    }

    /// Operands of approximations: the specials, then the whole range of exponents, most near 1.
    private static long angle(int index, Random random) {
        var special = special(8, 23);
        if (index < special.length) {
            return special[index];
        }
        float value =
                switch (index % 4) {
                    case 0 -> (float) (random.nextDouble() * 2 * Math.PI - Math.PI);
                    case 1 -> 1 + random.nextFloat();
                    case 2 ->
                            (float) Math.scalb(1 + random.nextDouble(), random.nextInt(40) - 20)
                                    * (random.nextBoolean() ? 1 : -1);
                    default -> Float.intBitsToFloat(random.nextInt());
                };
        return Float.floatToRawIntBits(value) & 0xffff_ffffL;
    }

    static int specialCount(String kind) {
        return switch (kind) {
            case "f16" -> special(5, 10).length;
            case "bf16" -> special(8, 7).length;
            case "f64" -> special(11, 52).length;
            default -> special(8, 23).length;
        };
    }

    /// An element of a matrix. Patterns: small integers; numbers near 1; many exponents; powers of
    /// two that cancel or are lost beside others; a large sum with small products; specials.
    static long element(String type, int pattern, boolean sum, Random random) {
        return switch (type) {
            case "f16" -> Float.floatToFloat16((float) number(pattern, sum, 14, random)) & 0xffffL;
            case "bf16" ->
                    (Float.floatToRawIntBits((float) number(pattern, sum, 60, random)) >>> 16)
                            & 0xffffL;
            case "tf32" ->
                    Float.floatToRawIntBits((float) number(pattern, sum, 60, random))
                            & (pattern % 2 == 0 ? 0xffff_e000L : 0xffff_ffffL);
            case "f32" ->
                    Float.floatToRawIntBits((float) number(pattern, sum, 60, random))
                            & 0xffff_ffffL;
            case "f64" -> Double.doubleToRawLongBits(number(pattern, sum, 60, random));
            case "s32" ->
                    pattern % 4 == 3
                            ? random.nextInt() & 0xffff_ffffL
                            : (random.nextInt() >> (pattern % 4 == 2 ? 0 : 12)) & 0xffff_ffffL;
            default ->
                    pattern % 3 == 2
                            ? (random.nextBoolean() ? -1L : 1L << 7 | 1L << 3)
                            : random.nextLong();
        };
    }

    private static double number(int pattern, boolean sum, int range, Random random) {
        double sign = random.nextBoolean() ? 1 : -1;
        return switch (pattern) {
            case 0 -> random.nextInt(9) - 4;
            case 1 -> random.nextGaussian();
            case 2 -> sign * (1 + random.nextDouble());
            case 3 -> sign * Math.scalb(1 + random.nextDouble(), random.nextInt(9) - 6);
            case 4 -> sign * Math.scalb(1.0, random.nextInt(range) - range / 2);
            case 5 ->
                    sum
                            ? sign * 0x1p10 * (1 + random.nextDouble())
                            : Math.scalb(1.0, -random.nextInt(13));
            case 6 ->
                    sum
                            ? 0x1p12
                            : random.nextInt(3) == 0
                                    ? sign * Math.scalb(1.0, random.nextInt(13) - 6)
                                    : 0;
            case 7 ->
                    sum
                            ? sign
                            : random.nextInt(4) == 0
                                    ? sign * 64
                                    : 0x1p-7 * (1 + random.nextInt(8) / 8.0);
            case 8 ->
                    sum
                            ? 0
                            : random.nextInt(8) == 0
                                    ? sign * 0x1p12
                                    : random.nextInt(5) == 0 ? sign * 0x1p-8 : 0;
            case 9 -> sum ? 1 : random.nextInt(2) * Math.scalb(1.0, -12 - random.nextInt(3) / 2);
            case 10 -> sum ? -1 : random.nextInt(2) * Math.scalb(1.5, -12 - random.nextInt(3) / 2);
            case 11 -> Math.scalb(sign * (1 + random.nextDouble()), -range - random.nextInt(4));
            case 12 -> sign * Math.scalb(1 + random.nextDouble(), range / 2 + random.nextInt(3));
            case 13 ->
                    switch (random.nextInt(60)) {
                        case 0 -> Double.POSITIVE_INFINITY;
                        case 1 -> Double.NEGATIVE_INFINITY;
                        case 2 -> Double.NaN;
                        case 3 -> -0.0;
                        default -> sign * random.nextInt(4);
                    };
            case 14 ->
                    sum ? -0.0 : random.nextInt(3) == 0 ? -0.0 : random.nextInt(3) == 0 ? 0 : sign;
            default ->
                    sum
                            ? sign * Math.scalb(1 + random.nextDouble(), -random.nextInt(range / 2))
                            : sign
                                    * Math.scalb(
                                            1 + random.nextDouble(), -random.nextInt(range / 3));
        };
    }
}
