package org.offloadtck.timing.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.thread.LaunchShape;

/// A warp that waits for a phase of an `mbarrier` is held until the phase completes.
final class MbarrierTimingTest {

    private static final LaunchShape TWO_WARPS = LaunchShape.of(1, 64);

    private static final String WORK = "fma.rn.f32 %f1, %f1, %f2, %f1;\n";

    /// The first warp works, and the second one works after a wait for it. Both arrive `%r1` times.
    private static final String HANDOVER =
            """
            mov.u32 %r8, 0;
            setp.eq.u32 %p1, %r2, 0;
            @%p1 mbarrier.init.shared.b64 [s], 32;
            @%p1 mbarrier.init.shared.b64 [s+8], 32;
            bar.sync 0;
            setp.ge.u32 %p2, %r2, 32;
            @%p2 bra CONSUME;
            PRODUCE:
            FIRST
            mbarrier.arrive.shared.b64 _, [s];
            and.b32 %r9, %r8, 1;
            EMPTY: mbarrier.WAIT.parity.shared.b64 %p3, [s+8], %r9; @!%p3 bra EMPTY;
            add.u32 %r8, %r8, 1;
            setp.lt.u32 %p4, %r8, %r1;
            @%p4 bra PRODUCE;
            bra E;
            CONSUME:
            and.b32 %r9, %r8, 1;
            FULL: mbarrier.WAIT.parity.shared.b64 %p3, [s], %r9; @!%p3 bra FULL;
            SECOND
            mbarrier.arrive.shared.b64 _, [s+8];
            add.u32 %r8, %r8, 1;
            setp.lt.u32 %p4, %r8, %r1;
            @%p4 bra CONSUME;
            E:
            """;

    private static TimedKernel handover(String wait, int first, int second) {
        return TimedKernel.of(
                "h100",
                4096,
                HANDOVER.replace("WAIT", wait)
                        .replace("FIRST", WORK.repeat(first))
                        .replace("SECOND", WORK.repeat(second)));
    }

    /// Each product and sum takes 4 cycles.
    @ParameterizedTest
    @CsvSource({
        "try_wait, 500, 100",
        "try_wait, 100, 500",
        "test_wait, 500, 100",
        "test_wait, 300, 300",
    })
    void whatFollowsAWaitBeginsAfterTheArrival(String wait, int first, int second) {
        double work = 4 * (first + second);
        double none = handover(wait, 0, 0).slope(TWO_WARPS, 10, 30);

        double cycles = handover(wait, first, second).slope(TWO_WARPS, 10, 30);

        assertThat(cycles).isBetween(work, work + none);
    }

    private static double perRound(String wait, int threads) {
        var kernel =
                TimedKernel.of(
                        "h100",
                        4096,
                        """
                        mov.u32 %r8, 0;
                        setp.eq.u32 %p1, %r2, 0;
                        @%p1 mbarrier.init.shared.b64 [s], THREADS;
                        bar.sync 0;
                        NEXT:
                        mbarrier.arrive.shared.b64 %rd9, [s];
                        W: mbarrier.WAIT.shared.b64 %p3, [s], %rd9;
                        @!%p3 bra W;
                        add.u32 %r8, %r8, 1;
                        setp.lt.u32 %p4, %r8, %r1;
                        @%p4 bra NEXT;
                        """
                                .replace("THREADS", "" + threads)
                                .replace("WAIT", wait));
        return kernel.slope(LaunchShape.of(1, threads), 100, 200);
    }

    /// Cycles of an H100, driver 580.159.04, on 2026-11-28 for an arrival and a wait with
    /// `try_wait`. A round has 28 cycles of the loop beside them
    /// ([ArithmeticTimingTest#aRoundOfALoopWaitsForTheGuardOfItsBranch]).
    @ParameterizedTest
    @CsvSource({"1, 73", "32, 73", "64, 73", "256, 78", "1024, 198"})
    void anArrivalAndAWaitTakeWhatAnH100Takes(int threads, int measured) {
        assertThat(perRound("try_wait", threads) - 28)
                .isCloseTo(measured, Percentage.withPercentage(15));
    }

    @Test
    void aWaitThatSucceedsIsNoPollInVain() {
        var kernel =
                TimedKernel.of(
                        "h100",
                        4096,
                        """
                        mov.u32 %r8, 0;
                        mbarrier.init.shared.b64 [s], 1;
                        NEXT:
                        mbarrier.test_wait.parity.shared.b64 %p3, [s], 1;
                        WORK
                        add.u32 %r8, %r8, 1;
                        setp.lt.u32 %p4, %r8, %r1;
                        @%p4 bra NEXT;
                        """
                                .replace("WORK", WORK.repeat(100)));

        assertThat(kernel.slope(LaunchShape.of(1, 1), 100, 200)).isGreaterThan(400);
    }

    /// A poll in vain costs nothing: the same phases take as long whatever the engine's turns are.
    @Test
    void pollsInVainAreNotTimed() {
        double few = handover("try_wait", 20, 0).slope(TWO_WARPS, 10, 30);

        assertThat(handover("try_wait", 2020, 0).slope(TWO_WARPS, 10, 30) - few).isEqualTo(8000);
    }

    /// Lanes of a warp arrive by one access.
    @ParameterizedTest
    @ValueSource(strings = {"try_wait", "test_wait"})
    void aWarpArrivesAsFastAsALane(String wait) {
        assertThat(perRound(wait, 32)).isEqualTo(perRound(wait, 1));
    }
}
