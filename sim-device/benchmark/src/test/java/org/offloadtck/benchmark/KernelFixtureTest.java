package org.offloadtck.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What is measured is the kernel at its full size, and its result is looked at.
class KernelFixtureTest {

    @ParameterizedTest
    @EnumSource
    void theHistogramIsRightSoundAndAsLongAsItsPeersMeasuredIt(LaunchMode detail) {
        var bench = KernelFixture.of(PeerKernel.HISTOGRAM);

        var counters = bench.launch(detail, 2);

        bench.verify();
        assertThat(counters.threadInstructions()).isBetween(12_000_000L, 12_200_000L);
    }

    @Test
    void aWrongResultIsRefused() {
        var bench = KernelFixture.of(PeerKernel.HISTOGRAM);

        bench.launch(LaunchMode.FUNCTIONAL, 1);
        bench.launch(LaunchMode.FUNCTIONAL, 1);

        assertThatThrownBy(bench::verify).hasMessage("histogram: the result is wrong");
    }
}
