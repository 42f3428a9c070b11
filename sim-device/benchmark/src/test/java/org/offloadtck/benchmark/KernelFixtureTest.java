package org.offloadtck.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.offloadtck.engine.launch.LaunchCounters;

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

    @ParameterizedTest
    @EnumSource
    void executesTheSameInstructionsOfOneLaneInEveryMode(LaunchMode mode) {
        var hashes = KernelFixture.of(PeerKernel.HASHES);
        var product = KernelFixture.of(PeerKernel.MATRIX_VECTOR);

        var counters = List.of(hashes.launch(mode, 1), product.launch(mode, 1));

        hashes.verify();
        product.verify();
        assertThat(counters)
                .extracting(LaunchCounters::warpInstructions, LaunchCounters::divergences)
                .containsExactly(tuple(10_486_240L, 8L), tuple(9_506_496L, 1_040L));
    }

    @Test
    void rejectsAWrongResult() {
        var fixture = KernelFixture.of(PeerKernel.HISTOGRAM);

        fixture.launch(LaunchMode.FUNCTIONAL, 1);
        fixture.launch(LaunchMode.FUNCTIONAL, 1);

        assertThatThrownBy(fixture::verify).hasMessage("histogram: the result is wrong");
    }
}
