package org.offloadtck.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.ReplayCoverage;
import org.offloadtck.timing.trace.TraceBudget;

/// The cycles of a whole replay lie within the error that a sampled one states.
class SampledTimingTest {

    private static final TraceBudget PLENTY = new TraceBudget(1L << 30);

    @ParameterizedTest
    @CsvSource({
        "SAXPY, 15",
        "MATMUL_NAIVE, 19",
        "MATMUL_TILED, 19",
        "REDUCE, 15",
        "REDUCE, 17",
        "HISTOGRAM, 16",
        "NBODY, 18",
        "MANDELBROT, 15"
    })
    void theErrorCoversTheWholeReplay(PeerKernel kernel, int bits) {
        var fixture = KernelFixture.of(kernel);
        var whole = (KernelTiming) fixture.time(PLENTY, 1);

        var sampled = (KernelTiming) fixture.time(new TraceBudget(1L << bits), 1);

        assertThat(whole.coverage()).isEqualTo(ReplayCoverage.Whole.WHOLE);
        assertThat(whole.error()).isZero();
        assertThat(sampled.coverage()).isInstanceOf(ReplayCoverage.Sampled.class);
        assertThat(whole.cycles())
                .isBetween(sampled.cycles() - sampled.error(), sampled.cycles() + sampled.error());
    }
}
