package org.offloadtck.engine.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HalfFormatTest {

    @ParameterizedTest
    @EnumSource(HalfFormat.class)
    void everyNumberIsEncodedAsItself(HalfFormat format) {
        for (int bits = 0; bits < 1 << 16; bits++) {
            double value = format.decode(bits);
            assertThat(format.encode(value)).isEqualTo(Double.isNaN(value) ? 0x7fff : bits);
        }
    }

    /// The nearest number is the one of its two neighbours that is nearer, or the even one.
    @ParameterizedTest
    @EnumSource(HalfFormat.class)
    void aSumOfProductsIsRoundedOnce(HalfFormat format) {
        var random = new Random(16);
        for (int i = 0; i < 200_000; i++) {
            double a = format.decode(random.nextInt(1 << 16));
            double b = format.decode(random.nextInt(1 << 16));
            double c = format.decode(random.nextInt(1 << 16));
            if (Double.isFinite(a * b + c) && a * b + c != 0) {
                var exact = new BigDecimal(a * b).add(new BigDecimal(c));
                long result = format.encode(HalfFormat.sum(a * b, c));
                assertThat(isNearest(format, result, exact)).as("%s * %s + %s", a, b, c).isTrue();
            }
        }
    }

    private static boolean isNearest(HalfFormat format, long bits, BigDecimal exact) {
        double found = format.decode(bits);
        if (Double.isInfinite(found)) {
            long largest = (bits & 0x7fff) - 1;
            return exact.abs().compareTo(new BigDecimal(format.decode(largest))) > 0;
        }
        var distance = exact.subtract(new BigDecimal(found)).abs();
        return IntStream.of(-1, 1)
                .map(step -> (int) (bits & 0x7fff) + step)
                .filter(neighbour -> neighbour >= 0)
                .mapToDouble(neighbour -> format.decode((bits & 0x8000) | neighbour))
                .filter(Double::isFinite)
                .allMatch(neighbour -> {
                    var other = exact.subtract(new BigDecimal(neighbour)).abs();
                    int nearer = distance.compareTo(other);
                    return nearer < 0 || (nearer == 0 && (bits & 1) == 0);
                });
    }

    @Test
    void bothHalvesOfARegisterAreComputedApart() {
        LaneFunction add =
                (a, b, _) ->
                        HalfFormat.IEEE.encode(
                                HalfFormat.IEEE.decode(a) + HalfFormat.IEEE.decode(b));

        assertThat(add.packed(Short.SIZE).apply(0x3c00_4000, 0x3c00_4200, 0))
                .isEqualTo(0x4000_4500);
    }
}
