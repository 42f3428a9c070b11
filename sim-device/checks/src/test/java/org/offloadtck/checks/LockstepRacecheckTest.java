package org.offloadtck.checks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.checks.finding.KernelFinding.Kind;

/// Data races in PTX for an architecture before `sm_70`, whose warps execute in lockstep and which
/// has no loads and stores with semantics.
final class LockstepRacecheckTest {

    @Test
    void isNotFoundBetweenInstructionsOfAWarpThatIsNotScheduledIndependently() {
        var body =
                """
                st.shared.u32 [%rd2], %r0;
                ld.shared.u32 %r2, [%rd3];
                @%p1 st.shared.u32 [s], 1;
                @%p1 bra B;
                st.shared.u32 [%rd2], 5;
                B: st.shared.u32 [%rd3], %r2;
                """;

        assertThat(CheckedKernel.runningFor("sm_60", RacecheckTest.NEIGHBOURS + body).run(1, 32))
                .isEmpty();
        assertThat(CheckedKernel.runningFor("sm_70", RacecheckTest.NEIGHBOURS + body).run(1, 32))
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "st.shared.u32 [s], %r0;",
                "st.shared.u32 [%rd2], 1; @%p1 st.shared.u32 [s + 128], 3;"
            })
    void isFoundBetweenStoresOfOneInstructionAndBetweenWarpsWhateverTheArchitecture(String body) {
        assertThatItRaces("sm_60", RacecheckTest.NEIGHBOURS + body);
    }

    /// A warp publishes a word, and another one waits for a flag before it loads the word.
    private static String passing(String publish) {
        return """
        setp.lt.u32 %p1, %r0, 32;
        @!%p1 bra W;
        PUBLISH
        bra E;
        W: ld.global.u32 %r2, [lock];
        membar.gl;
        setp.eq.u32 %p2, %r2, 0;
        @%p2 bra W;
        ld.global.u32 %r4, [count];
        E:
        """
                .replace("PUBLISH", publish);
    }

    /// As GCC writes atomic loads and stores; from `sm_70` on they have semantics of their own.
    @Test
    void aLoadThatAFenceFollowsAcquiresWhatAStoreBehindAFenceReleases() {
        var body =
                passing(
                        "st.global.u32 [count], 7; membar.gl; mov.u32 %r3, 1;"
                                + " st.global.u32 [lock], %r3;");

        assertThat(CheckedKernel.runningFor("sm_60", body).run(1, 64)).isEmpty();
        assertThatItRaces("sm_75", body);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "st.global.u32 [count], 7; st.global.u32 [lock], 1;",
                "membar.gl; st.global.u32 [lock], 1; st.global.u32 [count], 7;"
            })
    void aStoreWithoutAFenceBeforeItDoesNotPublish(String publish) {
        assertThatItRaces("sm_60", passing(publish));
    }

    @Test
    void aLoadDoesNotRaceWithAnAtomic() {
        var body = "atom.global.add.u32 %r1, [count], 1; ld.global.u32 %r2, [count];";

        assertThat(CheckedKernel.runningFor("sm_60", body).run(1, 64)).isEmpty();
        assertThatItRaces("sm_75", body);
    }

    private static void assertThatItRaces(String target, String body) {
        assertThat(CheckedKernel.runningFor(target, body).run(1, 64))
                .isNotEmpty()
                .allMatch(finding -> finding.kind() == Kind.RACE);
    }

    /// As GCC writes a critical section: one lane of each warp takes the lock, and all of them
    /// execute the section.
    @Test
    void aLockThatOneLaneTakesOrdersWhatAllLanesOfAWarpDo() {
        var body =
                """
                mov.u64 %rd1, lock;
                mov.u64 %rd2, count;
                cvta.global.u64 %rd1, %rd1;
                cvta.global.u64 %rd2, %rd2;
                and.b32 %r1, %r0, 31;
                setp.eq.u32 %p1, %r1, 0;
                mov.u32 %r5, 0;
                M:
                L: @%p1 atom.exch.b32 %r2, [%rd1], 1;
                @%p1 membar.sys;
                shfl.sync.idx.b32 %r2, %r2, 0, 31, 0xffffffff;
                setp.ne.u32 %p2, %r2, 0;
                @%p2 bra L;
                ld.u32 %r3, [%rd2];
                add.u32 %r3, %r3, 1;
                st.u32 [%rd2], %r3;
                @%p1 membar.sys;
                @%p1 atom.exch.b32 _, [%rd1], 0;
                bar.warp.sync 0xffffffff;
                add.u32 %r5, %r5, 1;
                setp.lt.u32 %p3, %r5, 3;
                @%p3 bra M;
                """;

        assertThat(CheckedKernel.runningFor("sm_60", body).run(2, 128)).isEmpty();
    }

    /// What a warp released at a barrier of some warps is older than what it releases with the
    /// lock.
    @Test
    void aLockOrdersWhatFollowsABarrierOfSomeWarps() {
        var body =
                """
                setp.ge.u32 %p4, %r0, 96;
                @%p4 bra E;
                bar.sync 1, 96;
                mov.u32 %r5, 0;
                and.b32 %r1, %r0, 31;
                setp.eq.u32 %p1, %r1, 0;
                M:
                L: @%p1 atom.global.exch.b32 %r2, [lock], 1;
                @%p1 membar.gl;
                shfl.sync.idx.b32 %r2, %r2, 0, 31, 0xffffffff;
                setp.ne.u32 %p2, %r2, 0;
                @%p2 bra L;
                ld.global.u32 %r3, [count];
                add.u32 %r3, %r3, 1;
                st.global.u32 [count], %r3;
                @%p1 membar.gl;
                @%p1 atom.global.exch.b32 _, [lock], 0;
                add.u32 %r5, %r5, 1;
                setp.lt.u32 %p3, %r5, 3;
                @%p3 bra M;
                E:
                """;

        assertThat(CheckedKernel.runningFor("sm_60", body).run(1, 128)).isEmpty();
    }
}
