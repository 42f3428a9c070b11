package org.offloadtck.engine.interpreter;

import java.util.ArrayList;
import java.util.List;

/// The numbers of narrow floating-point formats by definition, and rounding to them by search:
/// shares nothing with the simulator.
enum NarrowNumbers {
    E4M3(4, 3, 7, 0x7e),
    E5M2(5, 2, 15, 0x7b),
    E2M3(2, 3, 1, 0x1f),
    E3M2(3, 2, 3, 0x1f),
    E2M1(2, 1, 1, 0x07);

    private final int exponentBits;
    private final int fractionBits;
    private final int bias;
    private final int largest;

    NarrowNumbers(int exponentBits, int fractionBits, int bias, int largest) {
        this.exponentBits = exponentBits;
        this.fractionBits = fractionBits;
        this.bias = bias;
        this.largest = largest;
    }

    static NarrowNumbers of(String type) {
        return valueOf(type.toUpperCase(java.util.Locale.ROOT));
    }

    private int signBit() {
        return exponentBits + fractionBits;
    }

    /// The number with these bits; bits above its sign do not count.
    double number(long bits) {
        int code = (int) bits & ((1 << signBit()) - 1);
        double sign = (bits >> signBit() & 1) == 0 ? 1 : -1;
        if (code > largest) {
            return this == E5M2 && code == largest + 1
                    ? sign * Double.POSITIVE_INFINITY
                    : Double.NaN;
        }
        int exponent = code >> fractionBits;
        double fraction = (code & ((1 << fractionBits) - 1)) / (double) (1 << fractionBits);
        return exponent == 0
                ? sign * fraction * Math.pow(2, 1 - bias)
                : sign * (1 + fraction) * Math.pow(2, exponent - bias);
    }

    /// The nearest number, of two the one with an even code, and the largest beyond it.
    long nearest(double value) {
        if (Double.isNaN(value)) {
            return (1L << signBit()) - 1;
        }
        long sign = Math.copySign(1, value) < 0 ? 1L << signBit() : 0;
        double magnitude = Math.min(Math.abs(value), number(largest));
        int best = largest;
        for (int code = largest; code >= 0; code--) {
            double closer = Math.abs(number(best) - magnitude) - Math.abs(number(code) - magnitude);
            if (closer > 0 || (closer == 0 && code % 2 == 0)) {
                best = code;
            }
        }
        return sign | best;
    }

    /// The number below in magnitude, or the next one if the random bits carry.
    long random(double value, long random, int bits) {
        if (Double.isNaN(value) || Math.abs(value) >= number(largest)) {
            return nearest(value);
        }
        long sign = Math.copySign(1, value) < 0 ? 1L << signBit() : 0;
        double magnitude = Math.abs(value);
        int below = 0;
        while (number(below + 1) <= magnitude) {
            below++;
        }
        double step = number(below + 1) - number(below);
        long cut = (long) Math.floor((magnitude - number(below)) / step * (1 << bits));
        return sign | (below + (cut + random >= 1L << bits ? 1 : 0));
    }

    /// All numbers, the numbers halfway between neighbours and those next to them, of both signs;
    /// numbers beyond the largest, and no number.
    List<Float> samples() {
        var samples = new ArrayList<Float>();
        for (int code = 0; code <= largest; code++) {
            float number = (float) number(code);
            float next = code < largest ? (float) number(code + 1) : 2 * number;
            float middle = (number + next) / 2;
            samples.addAll(
                    List.of(
                            number,
                            middle,
                            Math.nextUp(middle),
                            Math.nextDown(middle),
                            number + (next - number) * 0.3f));
        }
        samples.addAll(List.of(1e9f, Float.POSITIVE_INFINITY, Float.MIN_VALUE, Float.MAX_VALUE));
        var negative = samples.stream().map(number -> -number).toList();
        samples.addAll(negative);
        samples.add(Float.NaN);
        return samples;
    }
}
