package org.offloadtck.timing.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.figures.Quantity;

/// Memory: the latency of each level, bandwidth, coalescing and bank conflicts.
final class MemoryTimingTest {

    private static final LaunchShape ONE_THREAD = LaunchShape.of(1, 1);
    private static final LaunchShape ONE_WARP = LaunchShape.of(1, 32);

    /// A ring of words `stride` bytes apart, each of which has the next one's address.
    private static TimedKernel ring(String device, String cache, int count, int stride) {
        String chase =
                """
                next:
                ld.global%s.u64 %%rd1, [%%rd1];
                add.u32 %%r1, %%r1, -1;
                setp.ne.u32 %%p1, %%r1, 0;
                @%%p1 bra next;
                st.global.u64 [%%rd2], %%rd1;
                """
                        .formatted(cache);
        var kernel = TimedKernel.of(device, (long) count * stride, chase);
        for (int i = 0; i < count; i++) {
            long next = kernel.address() + (long) stride * ((i + 1) % count);
            kernel.in().put(i * (stride / Long.BYTES), next);
        }
        return kernel;
    }

    @ParameterizedTest
    @CsvSource({
        "t4, L1_LATENCY, '', 64",
        "a100, L1_LATENCY, '', 64",
        "h200, L1_LATENCY, '', 64",
        "t4, L2_LATENCY, .cg, 64",
        "a100, L2_LATENCY, .cg, 64",
        "h200, L2_LATENCY, .cg, 64",
        "t4, DRAM_LATENCY, .cg, 65536",
        "a100, DRAM_LATENCY, .cg, 65536",
        "h200, DRAM_LATENCY, .cg, 65536"
    })
    void aChainOfAddressesTakesTheLatencyOfTheLevelThatHasThem(
            String device, Quantity latency, String cache, int words) {
        var kernel = ring(device, cache, words, 512);

        assertThat(kernel.slope(ONE_THREAD, 100, 500))
                .isCloseTo(kernel.device().timing().value(latency), withPercentage(10));
    }

    @ParameterizedTest
    @CsvSource({"t4", "rtx2060"})
    void aCopyMovesWhatTheMemoryCan(String device) {
        int bytes = 32 << 20;
        var kernel =
                TimedKernel.of(
                        device,
                        bytes,
                        """
                        mul.wide.u32 %rd4, %r3, 16;
                        add.u64 %rd5, %rd1, %rd4;
                        add.u64 %rd6, %rd2, %rd4;
                        next:
                        ld.global.v4.u32 {%r10,%r11,%r12,%r13}, [%rd5];
                        st.global.v4.u32 [%rd6], {%r10,%r11,%r12,%r13};
                        add.u64 %rd5, %rd5, 1048576;
                        add.u64 %rd6, %rd6, 1048576;
                        add.u32 %r1, %r1, -1;
                        setp.ne.u32 %p1, %r1, 0;
                        @%p1 bra next;
                        """);

        var timing = kernel.run(LaunchShape.of(256, 256), 32);

        double seconds = timing.nanoseconds() / 1e9;
        var traffic = timing.traffic();
        assertThat(traffic.dramRead()).isEqualTo(bytes);
        assertThat((traffic.dramRead() + traffic.dramWritten()) / seconds / 1e6)
                .isCloseTo(
                        kernel.device().timing().value(Quantity.DRAM_BANDWIDTH),
                        withPercentage(10));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "2, 2", "4, 4", "8, 8", "32, 32", "33, 1"})
    void lanesThatShareABankComeAfterOneAnother(int words, int degree) {
        var timing = conflicting(words, 20);

        assertThat(timing.statistics().worstConflict()).isEqualTo(degree);
        assertThat((timing.cycles() - conflicting(words, 10).cycles()) / 10)
                .isEqualTo(
                        figure(timing, Quantity.SHARED_LATENCY)
                                + (degree - 1) * figure(timing, Quantity.SHARED_CONFLICT_INTERVAL)
                                + figure(timing, Quantity.INTEGER_LATENCY));
    }

    private static int figure(KernelTiming timing, Quantity quantity) {
        return timing.device().timing().value(quantity);
    }

    /// A warp that loads from shared memory `times` times, lanes `words` words apart, each address
    /// from the word loaded before.
    private static KernelTiming conflicting(int words, int times) {
        var body =
                """
                mul.lo.u32 %%r10, %%r2, %d;
                and.b32 %%r10, %%r10, 16380;
                mov.u32 %%r11, s;
                add.u32 %%r11, %%r11, %%r10;
                %s
                st.global.u32 [%%rd2], %%r12;
                """
                        .formatted(
                                4 * words,
                                "ld.shared.u32 %r12, [%r11];\nadd.u32 %r11, %r11, %r12;\n"
                                        .repeat(times));
        return TimedKernel.of("a100", 4096, body).run(ONE_WARP, 0);
    }

    @Test
    void aStridedLoadTouchesASectorForEachLane() {
        var body =
                """
                mul.wide.u32 %%rd4, %%r3, %d;
                add.u64 %%rd5, %%rd1, %%rd4;
                ld.global.u32 %%r10, [%%rd5];
                st.global.u32 [%%rd2], %%r10;
                """;
        var dense = TimedKernel.of("t4", 1 << 22, body.formatted(4));
        var strided = TimedKernel.of("t4", 1 << 22, body.formatted(64));
        var shape = LaunchShape.of(64, 1024);

        var near = dense.run(shape, 0);
        var far = strided.run(shape, 0);

        assertThat(near.traffic().l1Loaded()).isEqualTo(64 * 1024 * 4);
        assertThat(far.traffic().l1Loaded()).isEqualTo(64 * 1024 * 32);
        int launch = figure(near, Quantity.KERNEL_LAUNCH);
        assertThat(far.cycles() - launch).isGreaterThan(2 * (near.cycles() - launch));
    }

    /// The assembler issues both loads before it waits for the first.
    @Test
    void aTileOfTwoLoadsWaitsForMemoryOnce() {
        var one = "ld.global.f32 %f1, [%rd1];\nst.shared.f32 [s], %f1;\nbar.sync 0;\n";
        var two =
                """
                ld.global.f32 %f1, [%rd1];
                st.shared.f32 [s], %f1;
                ld.global.f32 %f2, [%rd1+65536];
                st.shared.f32 [s+256], %f2;
                bar.sync 0;
                """;

        long once = TimedKernel.of("h200", 1 << 20, one).run(ONE_WARP, 0).cycles();

        assertThat(TimedKernel.of("h200", 1 << 20, two).run(ONE_WARP, 0).cycles())
                .isBetween(once, once + 20);
    }
}
