package org.offloadtck.implementation.element;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BufferComparisonTest {

    private static ElementArray array(double... values) {
        return ElementArray.fill(
                ElementType.F64, values.length, i -> new ElementValue.F64(values[(int) i]));
    }

    @Test
    void equalArraysAreExact() {
        var comparison = BufferComparison.of("Y", array(1, 2), array(1, 2), 0);

        assertThat(comparison).isEqualTo(new BufferComparison.Exact("Y", 2));
        assertThat(comparison).hasToString("Y: 2 elements, equal to the host's in every bit");
    }

    @Test
    void namesTheFirstOfTheWorstElements() {
        double off = Math.nextUp(Math.nextUp(2.0));
        var comparison =
                BufferComparison.of("Y", array(1, 2, 2), array(Math.nextUp(1.0), off, off), 1);

        var worst =
                new BufferComparison.Deviation(
                        1, new ElementValue.F64(2), new ElementValue.F64(off), 2);
        assertThat(comparison).isEqualTo(new BufferComparison.Deviating("Y", 3, 3, worst, 1));
        assertThat(comparison.isWithinTolerance()).isFalse();
        assertThat(comparison)
                .hasToString(
                        "Y[1]: is 2.000000000000001 when it should be 2.0; 2 ulp apart, with 1"
                                + " allowed; 3 of 3 elements differ");
    }

    @Test
    void aDeviationUpToTheLimitIsTolerated() {
        var comparison = BufferComparison.of("Y", array(1), array(Math.nextUp(1.0)), 1);

        assertThat(comparison).isInstanceOf(BufferComparison.Deviating.class);
        assertThat(comparison.isWithinTolerance()).isTrue();
    }
}
