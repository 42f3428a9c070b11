package org.offloadtck.engine.semantics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import org.junit.jupiter.api.Test;

class FloatsTest {

    @Test
    void everyNanOfAnOperationIsTheCanonicalOne() {
        assertThat(Floats.bits(Float.intBitsToFloat(0xffc0_1234))).isEqualTo(0x7fff_ffffL);
        assertThat(Floats.bits(0f / 0f)).isEqualTo(Floats.NAN32);
    }

    @Test
    void aDoubleNanIsTheSecondElseTheThirdElseTheFirstOperandsMadeQuiet() {
        long signalling = 0x7ff0_0000_0000_0001L;
        long quiet = 0x7ff8_0000_0000_0002L;

        assertThat(Floats.bits(Double.NaN, signalling, quiet, 0)).isEqualTo(quiet);
        assertThat(Floats.bits(Double.NaN, signalling, 0, quiet)).isEqualTo(quiet);
        assertThat(Floats.bits(Double.NaN, signalling, 0, 0)).isEqualTo(0x7ff8_0000_0000_0001L);
        assertThat(Floats.bits(Double.NaN, 0, quiet, 0)).isEqualTo(quiet);
        assertThat(Floats.bits(Double.NaN, 0, 0, 0)).isEqualTo(Floats.NAN64);
    }

    @Test
    void minimumPrefersNumbersAndNegativeZero() {
        assertThat(Floats.minimum(Double.NaN, 3)).isEqualTo(3);
        assertThat(Floats.maximum(3, Double.NaN)).isEqualTo(3);
        assertThat(Floats.minimum(0.0, -0.0)).isEqualTo(-0.0);
        assertThat(Floats.maximum(-0.0, 0.0)).isEqualTo(0.0);
    }

    @Test
    void saturationEndsAtZeroAndOneAndTakesNanForZero() {
        assertThat(Floats.saturate(1.5f)).isEqualTo(1f);
        assertThat(Floats.saturate(-1.5f)).isZero();
        assertThat(Floats.saturate(Float.NaN)).isZero();
        assertThat(Floats.saturate(0.25f)).isEqualTo(0.25f);
    }

    @Test
    void flushingKeepsTheSign() {
        assertThat(Floats.flush(-Float.MIN_VALUE)).isEqualTo(-0f);
        assertThat(Floats.flush(Float.MIN_NORMAL)).isEqualTo(Float.MIN_NORMAL);
    }

    @Test
    void theGrossReciprocalHasAnEmptyLowerWord() {
        double third = Approximations.grossReciprocal(3);

        assertThat(Double.doubleToRawLongBits(third) & 0xffff_ffffL).isZero();
        assertThat(third).isCloseTo(1 / 3.0, offset(0x1p-20));
        assertThat(Approximations.grossReciprocal(Double.MIN_VALUE)).isInfinite();
    }

    @Test
    void logarithmsOfPowersOfTwoAreExact() {
        assertThat(Approximations.logarithm(0x1p-100f)).isEqualTo(-100f);
        assertThat(Approximations.logarithm(Float.POSITIVE_INFINITY)).isInfinite();
        assertThat(Approximations.exponential(-3f)).isEqualTo(0.125f);
    }
}
