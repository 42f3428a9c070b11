package org.offloadtck.engine.semantics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.offloadtck.engine.semantics.Integers.Signedness.SIGNED;
import static org.offloadtck.engine.semantics.Integers.Signedness.UNSIGNED;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.semantics.Integers.Width;

class ConversionsTest {

    private static final Width S32 = new Width(32, SIGNED);
    private static final Width U32 = new Width(32, UNSIGNED);
    private static final Width S64 = new Width(64, SIGNED);
    private static final Width U64 = new Width(64, UNSIGNED);
    private static final Width S8 = new Width(8, SIGNED);

    @Test
    void numbersOutOfRangeClamp() {
        assertThat(Conversions.toInteger(1e20, S32, 0)).isEqualTo(0x7fff_ffffL);
        assertThat(Conversions.toInteger(-1e20, S32, 0)).isEqualTo(0x8000_0000L);
        assertThat(Conversions.toInteger(-1, U32, 0)).isZero();
        assertThat(Conversions.toInteger(1e20, U32, 0)).isEqualTo(0xffff_ffffL);
        assertThat(Conversions.toInteger(0x1p64, U64, 0)).isEqualTo(-1);
        assertThat(Conversions.toInteger(0x1p63, U64, 0)).isEqualTo(Long.MIN_VALUE);
        assertThat(Conversions.toInteger(Double.POSITIVE_INFINITY, S64, 0))
                .isEqualTo(Long.MAX_VALUE);
        assertThat(Conversions.toInteger(-200, S8, 0)).isEqualTo(0x80);
    }

    @Test
    void aNanBecomesZeroOrTheTopBitWhereLongsAreInvolved() {
        assertThat(Conversions.nanAsInteger(32, 32)).isZero();
        assertThat(Conversions.nanAsInteger(64, 32)).isEqualTo(0x8000_0000L);
        assertThat(Conversions.nanAsInteger(32, 64)).isEqualTo(Long.MIN_VALUE);
    }

    @ParameterizedTest
    @CsvSource({"2.5, 2, 2, 2, 3", "-2.5, -2, -2, -3, -2", "3.5, 4, 3, 3, 4"})
    void integralRoundingGoesTheModesWay(
            double value, double nearest, double zero, double down, double up) {
        assertThat(Conversions.round(value, RoundingMode.NEAREST)).isEqualTo(nearest);
        assertThat(Conversions.round(value, RoundingMode.ZERO)).isEqualTo(zero);
        assertThat(Conversions.round(value, RoundingMode.DOWN)).isEqualTo(down);
        assertThat(Conversions.round(value, RoundingMode.UP)).isEqualTo(up);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                1,
                -1,
                0x7fff_ffff_ffff_fc01L,
                0x8000_0000_0000_0401L,
                0xffff_ffff_ffff_fc00L,
                0x0020_0000_0000_0001L,
                0x0100_0001_0000_0001L
            })
    void unsignedLongsAreRoundedOnce(long value) {
        var exact = new BigInteger(Long.toUnsignedString(value));

        assertThat(Conversions.toDouble(value, U64, RoundingMode.NEAREST))
                .isEqualTo(exact.doubleValue());
        assertThat(Conversions.toFloat(value, U64, RoundingMode.NEAREST))
                .isEqualTo(exact.floatValue());
    }

    @Test
    void directedConversionsOfIntegersGoTheModesWay() {
        long value = 0x0100_0001L;

        assertThat(Conversions.toFloat(value, U32, RoundingMode.ZERO)).isEqualTo(0x1p24f);
        assertThat(Conversions.toFloat(value, U32, RoundingMode.UP)).isEqualTo(0x1.000002p24f);
        assertThat(Conversions.toDouble((1L << 53) + 1, S64, RoundingMode.UP))
                .isEqualTo(0x1.0000000000001p53);
    }

    @Test
    void integersSaturateBetweenTypes() {
        assertThat(Conversions.resizeSaturated(0xffff_ffffL, S32, U32)).isZero();
        assertThat(Conversions.resizeSaturated(300, U32, S8)).isEqualTo(127);
        assertThat(Conversions.resizeSaturated(-1, U64, S32)).isEqualTo(0x7fff_ffffL);
        assertThat(Conversions.resize(0xffff_ff80L, S32, S64)).isEqualTo(-128);
    }
}
