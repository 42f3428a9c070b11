package org.offloadtck.implementation.element;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
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
        assertThat(comparison).hasToString("Y: 2 elements, equal in every bit");
    }

    @Test
    void namesTheFirstOfTheWorstElements() {
        double off = Math.nextUp(Math.nextUp(2.0));
        var comparison =
                BufferComparison.of("Y", array(1, 2, 2), array(Math.nextUp(1.0), off, off), 1);

        var first =
                new BufferComparison.Deviation(
                        0, new ElementValue.F64(1), new ElementValue.F64(Math.nextUp(1.0)), 1);
        var worst =
                new BufferComparison.Deviation(
                        1, new ElementValue.F64(2), new ElementValue.F64(off), 2);
        assertThat(comparison)
                .isEqualTo(new BufferComparison.Deviating("Y", 3, 3, first, worst, 1));
        assertThat(comparison.isWithinTolerance()).isFalse();
        assertThat(comparison)
                .hasToString(
                        "Y[1]: is 2.000000000000001 when it should be 2.0; 2 ulp apart, with 1"
                                + " allowed; 3 of 3 elements differ, the first is [0],"
                                + " 1.0000000000000002 when it should be 1.0");
    }

    @Test
    void aDeviationUpToTheLimitIsTolerated() {
        var comparison = BufferComparison.of("Y", array(1), array(Math.nextUp(1.0)), 1);

        assertThat(comparison).isInstanceOf(BufferComparison.Deviating.class);
        assertThat(comparison.isWithinTolerance()).isTrue();
    }

    @Test
    void theOnlyDeviationIsNamedOnce() {
        var comparison = BufferComparison.of("Y", array(1, 2), array(1, Math.nextUp(2.0)), 0);

        assertThat(comparison.toString()).endsWith("; 1 of 2 elements differ");
    }

    @Test
    void twoDevicesMayEachBeOffByTheirTolerance() {
        double one = Math.nextUp(1.0);
        double other = Math.nextDown(1.0);
        var first = contents(array(one, 2), 1);
        var second = contents(array(other, 2), 2);

        assertThat(second.against(first))
                .singleElement()
                .satisfies(comparison -> {
                    assertThat(comparison.isWithinTolerance()).isTrue();
                    assertThat(comparison.toString())
                            .startsWith(
                                    "Y[0]: is 0.9999999999999999 when it should be 1.0000000000000002;")
                            .contains("2 ulp apart, with 3 allowed");
                });
        assertThat(new BufferContents(second.buffers(), 0).against(first.buffers()))
                .noneMatch(BufferComparison::isWithinTolerance);
    }

    private static BufferContents contents(ElementArray elements, long ulpLimit) {
        return new BufferContents(new LinkedHashMap<>(Map.of("Y", elements)), ulpLimit);
    }
}
