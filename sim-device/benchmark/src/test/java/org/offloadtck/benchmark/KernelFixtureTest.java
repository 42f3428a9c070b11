package org.offloadtck.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The measured kernel has its full size, and its result is verified.
class KernelFixtureTest {

    @ParameterizedTest
    @EnumSource
    void launchesTheHistogramAtTheSizeOfThePeers(LaunchMode mode) {
        var fixture = KernelFixture.of(PeerKernel.HISTOGRAM);

        var counters = fixture.launch(mode, 2);

        fixture.verify();
        assertThat(counters.threadInstructions()).isBetween(12_000_000L, 12_200_000L);
    }

    @Test
    void rejectsAWrongResult() {
        var fixture = KernelFixture.of(PeerKernel.HISTOGRAM);

        fixture.launch(LaunchMode.FUNCTIONAL, 1);
        fixture.launch(LaunchMode.FUNCTIONAL, 1);

        assertThatThrownBy(fixture::verify).hasMessage("histogram: the result is wrong");
    }
}
