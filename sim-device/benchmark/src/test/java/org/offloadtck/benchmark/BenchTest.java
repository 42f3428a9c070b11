package org.offloadtck.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/// What is measured is the kernel at its full size, and its result is looked at.
class BenchTest {

    @Test
    void the_histogram_is_right_and_as_long_as_its_peers_measured_it() {
        var bench = Bench.of(PeerKernel.HISTOGRAM);

        var counters = bench.launch(Detail.FUNCTIONAL, 1);

        bench.verify();
        assertThat(counters.threadInstructions()).isBetween(12_000_000L, 12_200_000L);
    }

    @Test
    void a_wrong_result_is_refused() {
        var bench = Bench.of(PeerKernel.HISTOGRAM);

        bench.launch(Detail.FUNCTIONAL, 1);
        bench.launch(Detail.FUNCTIONAL, 1);

        assertThatThrownBy(bench::verify).hasMessage("histogram: the result is wrong");
    }
}
