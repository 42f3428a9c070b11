package org.offloadtck.timing.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.timing.CycleUse;
import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.ReplayCoverage;
import org.offloadtck.timing.Timeline;
import org.offloadtck.timing.Timing;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.trace.TraceBudget;
import org.offloadtck.timing.trace.TraceBuffer;

/// What a timing says, and that it always says the same.
final class LaunchTimerTest {

    /// Loads, arithmetic, a divergent branch, shared memory, a barrier and an atomic.
    private static final String BODY =
            """
            add.u64 %rd4, %rd1, %rd3;
            ld.global.f32 %f1, [%rd4];
            setp.lt.u32 %p1, %r2, 40;
            @%p1 bra low;
            mul.f32 %f1, %f1, %f1;
            div.rn.f32 %f1, %f1, 0f40400000;
            low:
            mov.u32 %r10, s;
            shl.b32 %r11, %r2, 3;
            add.u32 %r10, %r10, %r11;
            st.shared.f32 [%r10], %f1;
            bar.sync 0;
            ld.shared.f32 %f2, [%r10];
            add.u64 %rd5, %rd2, %rd3;
            st.global.f32 [%rd5], %f2;
            atom.global.add.u32 %r12, [%rd2], 1;
            """;

    /// Without the atomic whose result is read, CTAs run in any order.
    private static final String ANY_ORDER =
            BODY.replace("atom.global.add.u32 %r12,", "red.global.add.u32");

    private static KernelTiming timed(String device, LaunchShape shape) {
        return TimedKernel.of(device, 1 << 20, BODY).run(shape, 0);
    }

    @ParameterizedTest
    @CsvSource({"t4, 7", "a100, 200", "h200, 500"})
    void theSameLaunchTakesTheSameCycles(String device, int ctas) {
        var shape = LaunchShape.of(ctas, 96);

        assertThat(timed(device, shape)).isEqualTo(timed(device, shape));
    }

    @ParameterizedTest
    @CsvSource({"t4, 2", "t4, 5", "h200, 3"})
    void theSameLaunchTakesTheSameCyclesOnAnyNumberOfThreads(String device, int threads) {
        var kernel = TimedKernel.of(device, 1 << 20, ANY_ORDER);
        var shape = LaunchShape.of(700, 96);

        assertThat(kernel.run(shape, 0, threads)).isEqualTo(kernel.run(shape, 0, 1));
    }

    /// Most of the CTAs are on the device together, so that what threads have ready before its turn
    /// has room in any case.
    @Test
    void whetherATraceHasRoomIsTheSameOnAnyNumberOfThreads() {
        int least = (int) leastRoom();
        var kernel = TimedKernel.of("t4", 1 << 20, ANY_ORDER);
        var shape = LaunchShape.of(200, 96);
        var sampled = kernel.within(least - 1, shape, 1);

        assertThat(((KernelTiming) sampled).coverage()).isInstanceOf(ReplayCoverage.Sampled.class);
        for (int threads = 1; threads <= 4; threads++) {
            assertThat(kernel.within(least, shape, threads)).isEqualTo(kernel.run(shape, 0));
            assertThat(kernel.within(least - 1, shape, threads)).isEqualTo(sampled);
            assertThat(kernel.within(1 << 10, shape, threads)).isInstanceOf(Timing.Unknown.class);
        }
    }

    /// The least memory with which the launch is replayed whole.
    private static long leastRoom() {
        var kernel = TimedKernel.of("t4", 1 << 20, ANY_ORDER);
        var shape = LaunchShape.of(200, 96);
        long least = 1 << 10;
        long enough = 1 << 20;
        while (least < enough) {
            long middle = (least + enough) / 2;
            if (kernel.within(middle, shape, 1) instanceof KernelTiming timing
                    && timing.coverage() == ReplayCoverage.Whole.WHOLE) {
                enough = middle;
            } else {
                least = middle + 1;
            }
        }
        return least;
    }

    @Test
    void aSampledLaunchHasTheWholeDevice() {
        var shape = LaunchShape.of(200, 96);
        var kernel = TimedKernel.of("t4", 1 << 20, ANY_ORDER);

        var whole = kernel.run(shape, 0);
        var timing = (KernelTiming) kernel.within(leastRoom() - 1, shape, 1);

        assertThat(timing.stack().schedulers()).isEqualTo(whole.stack().schedulers());
        assertThat(timing.stack().ofKernel().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(timing.cycles());
        assertThat(timing.statistics()).isEqualTo(whole.statistics());
        assertThat(timing.traffic().l2Stored()).isEqualTo(whole.traffic().l2Stored());
        assertThat(timing.timeline().spans())
                .extracting(Timeline.Span::cta)
                .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 200).boxed().toList());
        assertThat(timing.timeline().spans())
                .extracting(Timeline.Span::multiprocessor)
                .contains(0, 39)
                .allMatch(number -> number < 40);
    }

    @Test
    void theStackSumsToTheCycles() {
        var timing = timed("t4", LaunchShape.of(100, 96));

        var stack = timing.stack().ofKernel();

        assertThat(stack.values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(timing.cycles());
        assertThat(stack).containsKeys(CycleUse.values());
        for (var use :
                new CycleUse[] {
                    CycleUse.ISSUE,
                    CycleUse.LAUNCH,
                    CycleUse.DEPENDENCY,
                    CycleUse.DRAM,
                    CycleUse.BARRIER,
                    CycleUse.IDLE
                }) {
            assertThat(stack.get(use)).as(use.name()).isPositive();
        }
    }

    @Test
    void cyclesThatRestOnAssumedFiguresAreCounted() {
        var turing = timed("t4", LaunchShape.of(1, 96)).stack();

        assertThat(turing.assumed()).containsEntry(CycleUse.DRAM, 0L);
        assertThat(turing.assumed().get(CycleUse.BARRIER)).isPositive();
        assertThat(turing.assumedShare()).isBetween(0.0, 0.1);
    }

    @Test
    void behaviourIsWhatTheThreadsAskedFor() {
        var behaviour = timed("t4", LaunchShape.of(2, 96)).statistics();

        assertThat(behaviour.divergences()).isEqualTo(2);
        assertThat(behaviour.worstConflict()).isEqualTo(2);
        assertThat(behaviour.sharedAccesses()).isEqualTo(2 * 3 * 2);
        assertThat(behaviour.globalAccesses()).isEqualTo(2 * 3 * 3);
        assertThat(behaviour.globalBytes()).isEqualTo(2 * 96 * 4 * 3);
        assertThat(behaviour.globalSectors()).isEqualTo(2 * 3 * (4 + 4 + 1));
    }

    @Test
    void aLoneWarpKeepsAThirtySecondOfAMultiprocessorBusy() {
        var timing = timed("t4", LaunchShape.of(1, 32));

        int warps = timing.occupancy().mostWarps();
        int multiprocessors = timing.device().spec().multiprocessor().count();
        assertThat(timing.achievedOccupancy())
                .isBetween(0.0, 1.0 / (warps * multiprocessors))
                .isGreaterThan(0.1 / (warps * multiprocessors));
    }

    @Test
    void aBarrierWaitsForTheSlowest() {
        var slow = "div.rn.f32 %f1, %f1, 0f40400000;\n".repeat(20);
        var body = "setp.ge.u32 %%p1, %%r2, 32;\n@%%p1 bra over;\n%sover:\nbar.sync 0;\n";
        var shape = LaunchShape.of(1, 64);

        var timing = TimedKernel.of("t4", 4096, body.formatted(slow)).run(shape, 0);

        long divisions =
                timing.cycles()
                        - TimedKernel.of("t4", 4096, body.formatted("")).run(shape, 0).cycles();
        long waited = timing.stack().spent().getOrDefault(CycleUse.BARRIER, 0L);
        assertThat(divisions).isGreaterThan(20 * 30);
        assertThat(waited).isGreaterThan(divisions * 9 / 10);
    }

    @Test
    void aSecondWaveOfCtasWaitsForRoom() {
        var body = "fma.rn.f32 %f1, %f1, %f2, %f1;\n".repeat(500);
        var kernel = TimedKernel.of("t4", 4096, body);
        int most = kernel.run(LaunchShape.of(1, 1024), 0).occupancy().ctas() * 40;

        long full = kernel.run(LaunchShape.of(most, 1024), 0).cycles();
        long more = kernel.run(LaunchShape.of(most + 1, 1024), 0).cycles();

        int launch = kernel.device().timing().value(Quantity.CTA_LAUNCH);
        assertThat(more - full).isGreaterThan(launch + 500 * 4);
    }

    @Test
    void whatDoesNotFitMemoryIsNotTimed() {
        var room = new TraceBudget(1000);
        var log = new TraceBuffer(room);
        for (int i = 0; i < 10_000; i++) {
            log.add(i);
        }

        assertThat(room.isExceeded()).isTrue();
        assertThat(log.size()).isLessThan(500);
    }

    @Test
    void onlyAtomicsOfOneAddressComeAfterOneAnother() {
        var spread =
                TimedKernel.of(
                        "t4", 1 << 20, "add.u64 %rd4, %rd2, %rd3;\nred.global.add.u32 [%rd4], 1;");
        var same = TimedKernel.of("t4", 1 << 20, "red.global.add.u32 [%rd2], 1;");
        var shape = LaunchShape.of(64, 1024);

        assertThat(same.run(shape, 0).cycles())
                .isGreaterThan(64 * 1024)
                .isGreaterThan(4 * spread.run(shape, 0).cycles());
        assertThat(same.run(shape, 0).traffic().l2Atomic()).isEqualTo(64L * 32 * 32);
    }

    @Test
    void arithmeticIsNotSaidToWaitForAMemoryPipelineThatIsFull() {
        var kernel =
                TimedKernel.of(
                        "t4",
                        1 << 20,
                        """
                        mov.f32 %f1, 0f3F800000;
                        setp.ge.u32 %p1, %r2, 32;
                        @%p1 bra arithmetic;
                        mul.wide.u32 %rd4, %r2, 128;
                        add.u64 %rd4, %rd2, %rd4;
                        """
                                + stores(40)
                                + """
                                ret;
                                arithmetic:
                                setp.eq.u32 %p2, %r1, 0;
                                @%p2 ret;
                                """
                                + "fma.rn.f64 %d1, %d3, %d3, %d3; fma.rn.f64 %d2, %d3, %d3, %d3;"
                                        .repeat(200));
        var two = LaunchShape.of(1, 64);

        var without = kernel.run(two, 0).stack().spent();
        var with = kernel.run(two, 1).stack().spent();

        assertThat(without.getOrDefault(CycleUse.QUEUE, 0L)).isPositive();
        assertThat(with).containsEntry(CycleUse.QUEUE, without.getOrDefault(CycleUse.QUEUE, 0L));
        assertThat(with.getOrDefault(CycleUse.UNIT, 0L))
                .isGreaterThan(without.getOrDefault(CycleUse.UNIT, 0L));
    }

    /// Stores of 32 lines each.
    private static String stores(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "st.global.f32 [%%rd4+%d], %%f1;".formatted(4096 * i))
                .collect(Collectors.joining());
    }
}
