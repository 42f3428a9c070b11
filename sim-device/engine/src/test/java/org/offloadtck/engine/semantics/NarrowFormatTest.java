package org.offloadtck.engine.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.offloadtck.engine.semantics.NarrowFormat.Overflow;

class NarrowFormatTest {

    private static DoubleUnaryOperator rounding(RoundingMode mode) {
        return value -> Conversions.round(value, mode);
    }

    @ParameterizedTest
    @EnumSource(NarrowFormat.class)
    void everyNumberIsEncodedAsItself(NarrowFormat format) {
        for (int bits = 0; bits < 1 << format.bits(); bits++) {
            double value = format.decode(bits);
            long nan = (1L << (format.bits() - 1)) - 1;
            for (var mode : RoundingMode.values()) {
                assertThat(format.encode(value, rounding(mode), Overflow.ROUNDED))
                        .isEqualTo(Double.isNaN(value) ? nan : bits);
            }
        }
    }

    @Test
    void twoOfThemAreThoseOfArithmetic() {
        var random = new Random(75);
        for (int i = 0; i < 100_000; i++) {
            double value = Float.intBitsToFloat(random.nextInt());
            assertThat(NarrowFormat.HALF.encode(value, Math::rint, Overflow.ROUNDED))
                    .isEqualTo(HalfFormat.IEEE.encode(value));
            assertThat(NarrowFormat.BRAIN.encode(value, Math::rint, Overflow.ROUNDED))
                    .isEqualTo(HalfFormat.BRAIN.encode(value));
        }
    }

    /// Against a search through all numbers of the format.
    @ParameterizedTest
    @CsvSource({"E4M3, 448", "E5M2, 57344"})
    void aNumberBecomesTheOneItsRoundingAsksFor(NarrowFormat format, double largest) {
        var random = new Random(89);
        for (int i = 0; i < 4000; i++) {
            double value = Math.scalb(random.nextDouble(-2, 2), random.nextInt(-19, 17));
            if (Math.abs(value) <= largest) {
                for (var mode : RoundingMode.values()) {
                    long found = format.encode(value, rounding(mode), Overflow.FINITE);
                    assertThat(format.decode(found))
                            .as("%s %s %s", format, mode, value)
                            .isEqualTo(format.decode(nearest(format, mode, value)));
                }
            }
        }
    }

    private static int nearest(NarrowFormat format, RoundingMode mode, double value) {
        return IntStream.range(0, 256)
                .filter(code -> Double.isFinite(format.decode(code)))
                .filter(code -> isAllowed(mode, format.decode(code), value))
                .boxed()
                .min(
                        Comparator.<Integer>comparingDouble(
                                        code -> Math.abs(format.decode(code) - value))
                                .thenComparingInt(code -> code & 1))
                .orElseThrow();
    }

    private static boolean isAllowed(RoundingMode mode, double number, double value) {
        return switch (mode) {
            case NEAREST -> true;
            case ZERO -> Math.abs(number) <= Math.abs(value) && number * value >= 0;
            case DOWN -> number <= value;
            case UP -> number >= value;
        };
    }

    @ParameterizedTest
    @CsvSource({
        "HALF, 65519, NEAREST, ROUNDED, 7bff",
        "HALF, 65520, NEAREST, ROUNDED, 7c00",
        "HALF, 65520, NEAREST, FINITE, 7bff",
        "HALF, -1e300, ZERO, ROUNDED, fbff",
        "HALF, -1e300, UP, ROUNDED, fbff",
        "HALF, -1e300, DOWN, ROUNDED, fc00",
        "HALF, Infinity, ZERO, ROUNDED, 7c00",
        "HALF, -Infinity, ZERO, FINITE, fbff",
        "BRAIN, 3.4e38, NEAREST, ROUNDED, 7f80",
        "BRAIN, 3.4e38, ZERO, ROUNDED, 7f7f",
        "E4M3, 464, NEAREST, FINITE, 7e",
        "E4M3, -Infinity, NEAREST, FINITE, fe",
        "E4M3, NaN, NEAREST, FINITE, 7f",
        "E5M2, 1e9, NEAREST, FINITE, 7b",
        "E5M2, NaN, NEAREST, FINITE, 7f",
        "E4M3, -1e-9, NEAREST, FINITE, 80"
    })
    void whatIsTooLargeBecomesInfiniteOrTheLargest(
            NarrowFormat format,
            double value,
            RoundingMode mode,
            Overflow overflow,
            String expected) {
        assertThat(Long.toHexString(format.encode(value, rounding(mode), overflow)))
                .isEqualTo(expected);
    }

    @Test
    void tiesGoAwayFromZeroWhereThatIsAskedFor() {
        double tie = 1 + 0x1p-11;

        assertThat(encode(tie, Math::rint)).isEqualTo(1);
        assertThat(encode(tie, NarrowFormat.NEAREST_AWAY)).isEqualTo(1 + 0x1p-10);
        assertThat(encode(-tie, NarrowFormat.NEAREST_AWAY)).isEqualTo(-1 - 0x1p-10);
        assertThat(encode(tie - 0x1p-40, NarrowFormat.NEAREST_AWAY)).isEqualTo(1);
    }

    private static double encode(double value, DoubleUnaryOperator integral) {
        var format = NarrowFormat.TENSOR;
        return format.decode(format.encode(value, integral, Overflow.ROUNDED));
    }
}
