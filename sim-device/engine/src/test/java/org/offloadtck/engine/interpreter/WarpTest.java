package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.engine.fixture.OpenMpLaunch;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.LaunchCounters;
import org.offloadtck.engine.thread.LaunchShape;

/// Threads of a warp diverge, meet again, and wait for each other.
class WarpTest {

    private static int[] each(int threads, IntUnaryOperator of) {
        return IntStream.range(0, threads).map(of).toArray();
    }

    @Test
    void lanesThatDivergedMeetAgain() {
        var machine =
                TestDevice.running(
                        """
                        and.b32 %r1, %r0, 1;
                        setp.eq.u32 %p1, %r1, 0;
                        @%p1 bra even;
                        mov.u32 %r2, 100;
                        bra join;
                        even:
                        mov.u32 %r2, 200;
                        join:
                        activemask.b32 %r3;
                        st.global.u32 [%rd0], %r3;
                        """);

        assertThat(machine.words(32)).containsOnly(-1);
    }

    @Test
    void anOperandThatIsNotThereIsZero() {
        var machine =
                TestDevice.running(
                        """
                        mul.hi.u32 %r1, %r0, 3;
                        cvt.u16.u32 %h1, %r0;
                        mul.lo.s16 %h2, %h1, 0;
                        mul.wide.s16 %r2, %h1, 0;
                        mul24.lo.s32 %r3, %r0, 0;
                        cvt.u32.u16 %r4, %h2;
                        or.b32 %r1, %r1, %r2;
                        or.b32 %r1, %r1, %r3;
                        or.b32 %r1, %r1, %r4;
                        st.global.u32 [%rd0], %r1;
                        """);

        assertThat(machine.words(32)).containsOnly(0);
    }

    @Test
    void aSpinLockBetweenLanesOfAWarpEnds() {
        var machine =
                TestDevice.of(
                        "lock.ptx",
                        TestDevice.kernel(
                                ".global .u32 lock; .global .u32 turn;",
                                """
                                mov.u64 %rd1, lock;
                                mov.u64 %rd2, turn;
                                spin:
                                atom.global.cas.b32 %r1, [%rd1], 0, 1;
                                setp.ne.u32 %p1, %r1, 0;
                                @%p1 bra spin;
                                ld.volatile.global.u32 %r2, [%rd2];
                                add.u32 %r3, %r2, 1;
                                st.volatile.global.u32 [%rd2], %r3;
                                atom.global.exch.b32 %r1, [%rd1], 0;
                                st.global.u32 [%rd0], %r2;
                                """));

        assertThat(machine.words(96)).containsExactlyInAnyOrder(each(96, i -> i));
    }

    @Test
    void aLaneMayWaitForAnotherOfItsWarp() {
        var machine =
                TestDevice.of(
                        "flag.ptx",
                        TestDevice.kernel(
                                ".global .u32 flag;",
                                """
                                mov.u64 %rd1, flag;
                                setp.eq.u32 %p1, %r0, 31;
                                @%p1 bra set;
                                wait:
                                ld.volatile.global.u32 %r1, [%rd1];
                                setp.eq.u32 %p2, %r1, 0;
                                @%p2 bra wait;
                                bra done;
                                set:
                                st.volatile.global.u32 [%rd1], 7;
                                mov.u32 %r1, 7;
                                done:
                                st.global.u32 [%rd0], %r1;
                                """));

        assertThat(machine.words(32)).containsOnly(7);
    }

    @Test
    void ctasMayWaitForEachOther() {
        var machine =
                TestDevice.of(
                        "ctas.ptx",
                        TestDevice.kernel(
                                ".global .u32 arrived;",
                                """
                                mov.u64 %rd1, arrived;
                                atom.global.add.u32 %r1, [%rd1], 1;
                                wait:
                                ld.volatile.global.u32 %r2, [%rd1];
                                setp.lt.u32 %p1, %r2, 4;
                                @%p1 bra wait;
                                mov.u32 %r3, %ctaid.x;
                                mul.wide.u32 %rd2, %r3, 4;
                                add.u64 %rd0, %rd0, %rd2;
                                st.global.u32 [%rd0], %r2;
                                """));
        var out = machine.allocate("out", 16);

        machine.launch(machine.kernel(), LaunchShape.of(4, 1), out);

        assertThat(machine.ints(out)).containsOnly(4);
    }

    @Test
    void aClockGoesOnWhileAThreadSpins() {
        var machine =
                TestDevice.running(
                        """
                        mov.u32 %r1, %clock;
                        spin:
                        mov.u32 %r2, %clock;
                        sub.u32 %r3, %r2, %r1;
                        setp.lt.u32 %p1, %r3, 1000;
                        @%p1 bra spin;
                        st.global.u32 [%rd0], %r3;
                        """);

        assertThat(machine.words(1)[0]).isBetween(1000, 1010);
    }

    @Test
    void theSameLaunchHasTheSameCounts() {
        var first = launchOfLock();

        assertThat(launchOfLock()).isEqualTo(first);
        assertThat(first.divergences()).isPositive();
    }

    private static LaunchCounters launchOfLock() {
        String path = "ptx/omp_06_critical.O0.sm75.ptx";
        var machine = TestDevice.of(path, Corpus.text(path));
        var c = machine.allocate("c", 8);
        return new OpenMpLaunch(machine).run(2, 64, 100, c).counters();
    }
}
