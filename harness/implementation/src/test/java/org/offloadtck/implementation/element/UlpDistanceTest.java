package org.offloadtck.implementation.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class UlpDistanceTest {

    private static long between(double expected, double actual) {
        return UlpDistance.between(new ElementValue.F64(expected), new ElementValue.F64(actual));
    }

    @Test
    void neighboursAreOneApart() {
        assertThat(between(1.0, Math.nextUp(1.0))).isEqualTo(1);
        assertThat(between(Double.MAX_VALUE, Double.POSITIVE_INFINITY)).isEqualTo(1);
        assertThat(
                        UlpDistance.between(
                                new ElementValue.F32(1f), new ElementValue.F32(Math.nextDown(1f))))
                .isEqualTo(1);
    }

    @Test
    void theTwoZerosDiffer() {
        assertThat(between(0.0, -0.0)).isEqualTo(1);
        assertThat(between(-0.0, -Double.MIN_VALUE)).isEqualTo(1);
    }

    @Test
    void aNanEqualsEveryNanAndNothingElse() {
        double quiet = Double.longBitsToDouble(0x7fff_ffff_ffff_ffffL);

        assertThat(between(Double.NaN, quiet)).isZero();
        assertThat(between(Double.NaN, 1.0)).isEqualTo(UlpDistance.FARTHEST);
    }

    @Test
    void theFurthestNumbersAreFurtherApartThanAnyDistanceOverflows() {
        assertThat(between(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY))
                .isEqualTo(UlpDistance.FARTHEST);
        assertThat(
                        UlpDistance.between(
                                new ElementValue.I64(Long.MIN_VALUE),
                                new ElementValue.I64(Long.MAX_VALUE)))
                .isEqualTo(UlpDistance.FARTHEST);
    }

    @Test
    void complexNumbersAreAsFarAsTheirFurtherPart() {
        assertThat(
                        UlpDistance.between(
                                new ElementValue.Complex128(1, 2),
                                new ElementValue.Complex128(1, Math.nextUp(Math.nextUp(2.0)))))
                .isEqualTo(2);
    }

    @Test
    void rejectsValuesOfDifferentTypes() {
        assertThatThrownBy(
                        () -> UlpDistance.between(new ElementValue.I32(1), new ElementValue.F64(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
