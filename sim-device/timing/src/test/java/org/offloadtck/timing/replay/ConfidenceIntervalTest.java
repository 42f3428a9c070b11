package org.offloadtck.timing.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.offloadtck.timing.replay.GridPartition.ConfidenceInterval;

final class ConfidenceIntervalTest {

    /// Mean 5, variance of the sample 20 / 3, so the standard error is the root of 5 / 3.
    @Test
    void hasTheWidthOfStudentsDistribution() {
        var interval = ConfidenceInterval.of(new long[] {2, 4, 6, 8});

        assertThat(interval.mean()).isEqualTo(5);
        assertThat(interval.halfWidth()).isCloseTo(3.182 * Math.sqrt(5.0 / 3), within(1e-9));
    }

    @Test
    void equalValuesHaveNoError() {
        assertThat(ConfidenceInterval.of(new long[] {7, 7, 7, 7}))
                .isEqualTo(new ConfidenceInterval(7, 0));
    }

    /// Mean 49.5; for more than 31 values, the quantile of 30 degrees of freedom.
    @Test
    void manyValuesHaveTheLastQuantile() {
        var interval = ConfidenceInterval.of(LongStream.range(0, 100).toArray());

        double variance = (100.0 * 100 - 1) / 12 * 100 / 99;
        assertThat(interval.halfWidth()).isCloseTo(2.042 * Math.sqrt(variance / 100), within(1e-9));
    }
}
