package org.offloadtck.calibration.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SampleTest {

    @Test
    void aLaunchThatWasInterruptedChangesNeitherMedianNorDeviation() {
        var calm = Sample.of(List.of(100L, 101L, 99L, 100L, 102L));
        var disturbed = Sample.of(List.of(100L, 101L, 99L, 100L, 90_000L));

        assertThat(calm).isEqualTo(new Sample(100, 1, 5));
        assertThat(disturbed).isEqualTo(new Sample(100, 1, 5));
        assertThat(disturbed.isSteady()).isTrue();
    }

    @Test
    void aSampleIsSteadyUpToATwentiethOfItsMedian() {
        assertThat(new Sample(1000, 50, 15).isSteady()).isTrue();
        assertThat(new Sample(1000, 51, 15).isSteady()).isFalse();
        assertThat(Sample.of(List.of(100L, 200L, 100L, 200L, 150L)).isSteady()).isFalse();
        assertThat(Sample.of(7).isSteady()).isTrue();
    }

    @Test
    void theDeviationsOfADifferenceAddUp() {
        assertThat(new Sample(1000, 30, 15).minus(new Sample(400, 10, 15)))
                .isEqualTo(new Sample(600, 40, 15));
    }
}
