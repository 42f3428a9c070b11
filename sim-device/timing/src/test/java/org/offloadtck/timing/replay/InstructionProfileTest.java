package org.offloadtck.timing.replay;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.timing.CycleUse;
import org.offloadtck.timing.InstructionProfile;
import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.WarpState;

/// What a launch costs by instruction adds up to what it costs as a whole.
class InstructionProfileTest {

    /// Every kind of access, a barrier, a loop, and a branch that divides warps.
    private static final String BODY =
            """
            and.b32 %r6, %r2, 31;
            mul.lo.u32 %r7, %r6, 128;
            mov.u32 %r8, s;
            add.u32 %r9, %r8, %r7;
            st.shared.u32 [%r9], %r3;
            bar.sync 0;
            ld.shared.u32 %r10, [%r9];
            mul.wide.u32 %rd4, %r3, 64;
            add.u64 %rd5, %rd1, %rd4;
            mov.u32 %r11, 0;
            again:
            ld.global.f32 %f1, [%rd5];
            fma.rn.f32 %f2, %f1, %f1, %f2;
            ld.global.cg.f32 %f3, [%rd5];
            add.u32 %r11, %r11, 1;
            setp.lt.u32 %p1, %r11, %r1;
            @%p1 bra again;
            setp.lt.u32 %p2, %r6, 7;
            @%p2 bra few;
            sqrt.approx.f32 %f2, %f2;
            few:
            add.u64 %rd6, %rd2, %rd3;
            st.global.f32 [%rd6], %f2;
            atom.global.add.u32 %r12, [%rd2], 1;
            bar.sync 0;
            """;

    /// Leaves the unit of `float` free.
    private static final String OTHER_UNIT = "add.u32 %r6, %r2, 1;\n";

    private static final LaunchShape SHAPE = shape(90, 96);

    private static LaunchShape shape(int ctas, int threads) {
        return new LaunchShape(new Extent3D(ctas, 1, 1), new Extent3D(threads, 1, 1), 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"t4", "a100", "h200"})
    void aProfileChangesNoCycle(String device) {
        var profiled = TimedKernel.of(device, 1 << 20, BODY).profile(SHAPE, 20);
        var plain = TimedKernel.of(device, 1 << 20, BODY).run(SHAPE, 20);

        assertThat(profiled.instructions()).isNotEmpty();
        assertThat(plain.instructions()).isEmpty();
        assertThat(profiled.stack()).isEqualTo(plain.stack());
        assertThat(profiled.traffic()).isEqualTo(plain.traffic());
        assertThat(profiled.statistics()).isEqualTo(plain.statistics());
        assertThat(profiled.timeline()).isEqualTo(plain.timeline());
    }

    @ParameterizedTest
    @ValueSource(strings = {"t4", "a100", "h200"})
    void executionsAndAccessesAddUpToThoseOfTheLaunch(String device) {
        var timing = TimedKernel.of(device, 1 << 20, BODY).profile(SHAPE, 20);
        var whole = timing.statistics();

        assertThat(sum(timing, InstructionProfile::warps)).isEqualTo(whole.warpInstructions());
        assertThat(sum(timing, InstructionProfile::threads)).isEqualTo(whole.activeThreads());
        assertThat(sum(timing, each -> each.memory().global())).isEqualTo(whole.globalAccesses());
        assertThat(sum(timing, each -> each.memory().globalSectors()))
                .isEqualTo(whole.globalSectors());
        assertThat(sum(timing, each -> each.memory().shared())).isEqualTo(whole.sharedAccesses());
        assertThat(sum(timing, each -> each.memory().sharedPasses()))
                .isEqualTo(whole.sharedPasses())
                .isEqualTo(timing.traffic().sharedPasses());
        assertThat(sum(timing, each -> each.memory().leastSharedPasses()))
                .isEqualTo(whole.leastSharedPasses());
    }

    /// Schedulers and warps are accounted for by different code.
    @ParameterizedTest
    @ValueSource(strings = {"t4", "a100", "h200"})
    void cyclesOfIssuesAreThoseOfTheSchedulers(String device) {
        var timing = TimedKernel.of(device, 1 << 20, BODY).profile(SHAPE, 20);

        assertThat(cycles(timing, WarpState.SELECTED))
                .isEqualTo(timing.stack().spent().get(CycleUse.ISSUE));
    }

    /// A CTA of one warp ends in the cycle of the warp's last issue, which takes that cycle.
    @ParameterizedTest
    @ValueSource(strings = {"t4", "a100", "h200"})
    void issuesAndStallsAreTheCyclesOfResidentWarps(String device) {
        var shape = shape(200, 32);
        var timing = TimedKernel.of(device, 1 << 20, BODY).profile(shape, 20);

        assertThat(sum(timing, InstructionProfileTest::cycles))
                .isEqualTo(timing.residentWarps() + shape.grid().volume());
    }

    /// Warps that have ended before their CTA has are resident, and do nothing.
    @ParameterizedTest
    @ValueSource(strings = {"t4", "a100", "h200"})
    void noWarpIsAccountedForLongerThanItIsResident(String device) {
        var timing = TimedKernel.of(device, 1 << 20, BODY).profile(SHAPE, 20);
        long warps = SHAPE.grid().volume() * 3;

        assertThat(sum(timing, InstructionProfileTest::cycles))
                .isLessThanOrEqualTo(timing.residentWarps() + warps)
                .isGreaterThan(timing.residentWarps() * 9 / 10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"t4", "a100", "h200"})
    void bytesThatALevelMissesAreAskedOfTheNext(String device) {
        var timing = TimedKernel.of(device, 1 << 20, BODY).profile(SHAPE, 20);
        var traffic = timing.traffic();
        long uncached = sectors(timing, "ld.global.cg");
        long cached = sectors(timing, "ld.global.f32");

        assertThat(traffic.l1Loaded()).isEqualTo(32 * cached);
        assertThat(traffic.l2Loaded())
                .isEqualTo(traffic.l1Loaded() - traffic.l1Hit() + 32 * uncached);
        assertThat(traffic.l2Stored()).isEqualTo(32 * sectors(timing, "st.global"));
        assertThat(traffic.l2Atomic()).isEqualTo(32 * sectors(timing, "atom.global"));
        assertThat(traffic.dramRead())
                .isBetween(
                        traffic.l2Loaded() - traffic.l2Hit(),
                        traffic.l2Loaded() - traffic.l2Hit() + traffic.l2Atomic());
        assertThat(traffic.l2Requests()).isPositive();
        assertThat(traffic.l1Cycles()).isGreaterThanOrEqualTo(traffic.l2Requests());
    }

    /// The latency of `float` on a T4 is 4 cycles, one of which is the issue (`timing.csv`).
    @Test
    void aChainWaitsForItsResults() {
        var chain = "add.rn.f32 %f1, %f1, %f2;\n".repeat(41);

        assertThat(waits("t4", 32, chain, WarpState.DEPENDENCY)).isEqualTo(40 * 3);
        assertThat(waits("t4", 32, chain, WarpState.UNIT)).isZero();
    }

    /// The unit of a T4's scheduler takes an instruction in two cycles (`timing.csv`).
    @Test
    void independentInstructionsOfAWarpWaitForTheUnit() {
        var two = OTHER_UNIT + "add.rn.f32 %f1, %f2, %f3;\nadd.rn.f32 %f4, %f2, %f3;\n";

        assertThat(waits("t4", 32, two, WarpState.UNIT)).isEqualTo(1);
    }

    /// The unit of an H200's scheduler takes an instruction each cycle (`timing.csv`), so that only
    /// another warp of the same scheduler, of which there are four, can be in the way.
    @Test
    void onlyWarpsOfOneSchedulerWaitForTheirTurn() {
        var independent =
                IntStream.range(1, 33)
                        .mapToObj("add.rn.f32 %%f%d, %%f0, %%f33;\n"::formatted)
                        .collect(joining());
        var kernel = TimedKernel.of("h200", 1 << 20, independent);

        assertThat(cycles(kernel.profile(shape(1, 4 * 32), 0), WarpState.NOT_SELECTED)).isZero();
        assertThat(cycles(kernel.profile(shape(1, 16 * 32), 0), WarpState.NOT_SELECTED))
                .isGreaterThan(4 * 32);
    }

    /// Cycles of the warps of a CTA at additions.
    private static long waits(String device, int threads, String body, WarpState state) {
        var timing = TimedKernel.of(device, 1 << 20, body).profile(shape(1, threads), 0);
        return sum(
                timing,
                each ->
                        each.place().instruction().mnemonic().startsWith("add.rn")
                                ? each.cycles().getOrDefault(state, 0L)
                                : 0);
    }

    private static long sectors(KernelTiming timing, String mnemonic) {
        return sum(
                timing,
                each ->
                        each.place().instruction().mnemonic().startsWith(mnemonic)
                                ? each.memory().globalSectors()
                                : 0);
    }

    private static long cycles(InstructionProfile profile) {
        return profile.cycles().values().stream().mapToLong(Long::longValue).sum();
    }

    private static long cycles(KernelTiming timing, WarpState state) {
        return sum(timing, each -> each.cycles().getOrDefault(state, 0L));
    }

    private static long sum(KernelTiming timing, ToLongFunction<InstructionProfile> what) {
        return timing.instructions().stream().mapToLong(what).sum();
    }
}
