package org.offloadtck.timing.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.thread.LaunchShape;

/// Arithmetic whose cycles can be counted by hand from the figures of `timing.csv`.
final class ArithmeticTimingTest {

    private static final LaunchShape ONE_WARP = LaunchShape.of(1, 32);
    private static final LaunchShape TWO_WARPS = LaunchShape.of(1, 64);

    private static long cycles(String device, String lines, int times, LaunchShape shape) {
        var body = lines.repeat(times);
        return TimedKernel.of(device, 4096, body).run(shape, 0).cycles();
    }

    /// What a repetition takes, once the start of the kernel is taken off.
    private static double perRepetition(String device, String lines, LaunchShape shape) {
        long few = cycles(device, lines, 10, shape);
        return (cycles(device, lines, 110, shape) - few) / 100.0;
    }

    private static String independent(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "fma.rn.f32 %%f%d, %%f30, %%f31, %%f%d;\n".formatted(i, i))
                .collect(Collectors.joining());
    }

    @ParameterizedTest
    @CsvSource({"t4, 4", "a100, 4", "h200, 4"})
    void aChainOfProductsAndSumsTakesTheLatencyOfEach(String device, int latency) {
        assertThat(perRepetition(device, "fma.rn.f32 %f1, %f1, %f2, %f1;\n", ONE_WARP))
                .isEqualTo(latency);
    }

    @ParameterizedTest
    @CsvSource({"t4, 2", "a100, 2", "h200, 1"})
    void independentProductsAndSumsTakeWhatTheUnitTakes(String device, int interval) {
        assertThat(perRepetition(device, independent(8), ONE_WARP) / 8).isEqualTo(interval);
    }

    @ParameterizedTest
    @CsvSource({"1, 4.0", "2, 2.0", "4, 2.0"})
    void warpsOfASchedulerHideLatencyUntilTheUnitIsFull(int warps, double expected) {
        var shape = LaunchShape.of(1, 4 * 32 * warps);

        double all = perRepetition("t4", "fma.rn.f32 %f1, %f1, %f2, %f1;\n", shape);

        assertThat(all / warps).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"t4", "h200"})
    void floatingPointAndIntegersIssueSideBySide(String device) {
        var both = "fma.rn.f32 %f1, %f1, %f2, %f1;\nadd.u32 %r10, %r10, %r11;\n";

        assertThat(perRepetition(device, both, ONE_WARP)).isEqualTo(4);
    }

    /// A T4 has two lanes of 64 bits in a multiprocessor (`double_schedulers` of `timing.csv`): a
    /// warp takes 16 cycles of them, and four schedulers share them.
    @ParameterizedTest
    @CsvSource({"t4, 1, 45", "t4, 2, 45", "t4, 4, 64", "a100, 1, 8", "a100, 4, 8", "h200, 4, 8"})
    void aChainOfDoublesWaitsForItsLatencyOrForTheSharedUnit(
            String device, int warps, int expected) {
        var shape = LaunchShape.of(1, 32 * warps);

        assertThat(perRepetition(device, "fma.rn.f64 %d1, %d1, %d2, %d1;\n", shape))
                .isEqualTo(expected);
    }

    /// An H200 takes 28.0 cycles for a round (`h200/calibrate.csv`, `branch_chain`): 4 for the
    /// addition, 13 from the comparison to the branch that it guards, and 11 for the branch.
    @ParameterizedTest
    @CsvSource({"t4, 27", "a100, 28", "h200, 28"})
    void aRoundOfALoopWaitsForTheGuardOfItsBranch(String device, int expected) {
        var kernel =
                TimedKernel.of(
                        device,
                        4096,
                        """
                        mov.u32 %r7, 0;
                        next:
                        add.u32 %r7, %r7, 1;
                        setp.lt.u32 %p1, %r7, %r1;
                        @%p1 bra next;
                        """);

        assertThat(kernel.slope(ONE_WARP, 100, 500)).isEqualTo(expected);
    }

    /// A predicate that is made of comparisons is as late as one of them, and one that is an
    /// operand is there as soon as a register.
    @ParameterizedTest
    @CsvSource({
        "'and.pred %p3, %p1, %p2; @%p3 add.u32 %r7, %r7, 1;', 21",
        "'@%p1 add.u32 %r7, %r7, 1;', 21",
        "'selp.u32 %r7, %r7, %r1, %p1;', 12"
    })
    void aPredicateIsLateAsAGuardOnly(String use, int expected) {
        var lines =
                """
                add.u32 %%r7, %%r7, %%r1;
                setp.lt.u32 %%p1, %%r7, %%r1;
                %s
                """
                        .formatted(use);

        assertThat(perRepetition("h200", lines, ONE_WARP)).isEqualTo(expected);
    }

    /// As an access of shared memory.
    @ParameterizedTest
    @CsvSource({"t4, 23", "h200, 23"})
    void aShuffleTakesTheLatencyOfTheMemoryUnit(String device, int latency) {
        var lines = "shfl.sync.bfly.b32 %r7, %r7, 1, 31, -1;\n";

        assertThat(perRepetition(device, lines, ONE_WARP)).isEqualTo(latency);
    }

    /// An H200 takes 16.5 cycles for a barrier of one warp and 30.5 for one of eight
    /// (`h200/calibrate.csv`, `barrier_warp` and `barrier_cta`).
    @ParameterizedTest
    @CsvSource({"1, 11", "8, 24"})
    void warpsArriveAtABarrierOneAfterAnother(int warps, int expected) {
        var shape = LaunchShape.of(1, 32 * warps);

        assertThat(perRepetition("h200", "bar.sync 0;\n", shape)).isEqualTo(expected);
    }

    /// The second warp waits for the first one, or ends at once.
    @ParameterizedTest
    @CsvSource({"a100", "h200"})
    void aWarpThatWaitsAtAnMbarrierDoesNotSlowTheOneThatArrives(String device) {
        var body =
                """
                setp.eq.u32 %p1, %r2, 0;
                @%p1 mbarrier.init.shared.b64 [s], 32;
                bar.sync 0;
                setp.ge.u32 %p2, %r2, 32;
                @%p2 bra OTHER;
                WORK
                mbarrier.arrive.shared.b64 _, [s];
                bra E;
                W: mbarrier.try_wait.parity.shared.b64 %p3, [s], 0;
                @!%p3 bra W;
                E:
                """
                        .replace("WORK", "fma.rn.f32 %f1, %f1, %f2, %f1;\n".repeat(1000));

        double waits = cycles(device, body.replace("OTHER", "W"), 1, TWO_WARPS);

        assertThat(waits / cycles(device, body.replace("OTHER", "E"), 1, TWO_WARPS))
                .isBetween(1.0, 1.05);
    }
}
