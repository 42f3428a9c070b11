package org.offloadtck.engine.deadlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.KernelFaultException.BarrierWait;
import org.offloadtck.engine.thread.LaunchShape;

/// A deadlock is reported, however its threads wait; threads that wait long but not without end are
/// not.
@Timeout(60)
class DeadlockTest {

    private static KernelFaultException fault(String body, LaunchShape shape) {
        var machine = TestDevice.running(body);
        var out = machine.allocate("out", 4096);
        return catchThrowableOfType(
                KernelFaultException.class, () -> machine.launch(machine.kernel(), shape, out));
    }

    @Test
    void warpsAtDifferentBarriersAreNamedByWhereTheyWait() {
        var fault =
                fault(
                        """
                        setp.lt.u32 %p1, %r0, 64;
                        @%p1 bra first;
                        bar.sync 1;
                        first:
                        bar.sync 2;
                        """,
                        LaunchShape.of(1, 128));

        assertThat(fault.kind()).isEqualTo(FaultKind.DEADLOCK);
        assertThat(fault.problem())
                .isEqualTo(
                        "no thread can make progress: threads 0-63 wait at 20:1 for barrier 2;"
                                + " threads 64-127 wait at 18:1 for barrier 1");
    }

    @Test
    void aWaitHasTheVariablesAroundItsBarrier() {
        var machine =
                TestDevice.of(
                        "test.ptx",
                        """
                        .version 7.0
                        .target sm_75
                        .address_size 64
                        .shared .u32 a;
                        .shared .u32 b;
                        .shared .u32 c;
                        .func sync() {
                        bar.sync 1;
                        ret;
                        }
                        .visible .entry k(.param .u64 out) {
                        .reg .pred %p1;
                        .reg .b32 %r<4>;
                        mov.u32 %r0, %tid.x;
                        setp.lt.u32 %p1, %r0, 64;
                        @%p1 bra first;
                        call sync;
                        @%p1 bra second;
                        bra.uni third;
                        second:
                        mov.u32 %r1, a;
                        third:
                        st.shared.u32 [c], %r0;
                        call sync;
                        ret;
                        first:
                        ld.shared.u32 %r2, [b];
                        bra.uni far;
                        near:
                        bar.sync 2;
                        bar.sync 3;
                        st.shared.u32 [c], %r0;
                        ret;
                        far:
                        bra.uni near;
                        }
                        """);

        var fault =
                catchThrowableOfType(
                        KernelFaultException.class,
                        () ->
                                machine.launch(
                                        machine.kernel(),
                                        LaunchShape.of(1, 128),
                                        machine.allocate("out", 4)));

        assertThat(fault.waits())
                .containsExactlyInAnyOrder(
                        new BarrierWait(2, Set.of("b"), Set.of()),
                        new BarrierWait(1, Set.of(), Set.of("a", "c")));
    }

    @Test
    void aDeadlockOfThreadsThatLoopHasNoWaits() {
        var fault =
                fault(
                        """
                        setp.eq.u32 %p1, %r0, 40;
                        spin:
                        @%p1 bra spin;
                        bar.sync 0;
                        """,
                        LaunchShape.of(1, 64));

        assertThat(fault.kind()).isEqualTo(FaultKind.DEADLOCK);
        assertThat(fault.waits()).isEmpty();
    }

    @Test
    void threadsThatWaitForAWordNobodyWritesGoRound() {
        var fault =
                fault(
                        """
                        setp.eq.u32 %p1, %r0, 40;
                        @%p1 bra spin;
                        bar.sync 0;
                        ret;
                        spin:
                        ld.volatile.global.u32 %r1, [%rd0];
                        setp.eq.u32 %p2, %r1, 0;
                        @%p2 bra spin;
                        bar.sync 0;
                        """,
                        LaunchShape.of(1, 64));

        assertThat(fault.kind()).isEqualTo(FaultKind.DEADLOCK);
        assertThat(fault.problem())
                .startsWith(
                        "no thread can make progress: threads 0-39, 41-63 wait at 18:1 for barrier"
                                + " 0;")
                .containsPattern("threads 40 loop at 2[012]:1$");
    }

    @Test
    void aLockThatNobodyGivesBackIsADeadlockOfAllWhoWantIt() {
        var fault =
                fault(
                        """
                        ld.param.u64 %rd1, [out];
                        again:
                        atom.global.cas.b32 %r1, [%rd1], 0, 1;
                        nanosleep.u32 100;
                        setp.ne.u32 %p1, %r1, 0;
                        @%p1 bra again;
                        """,
                        LaunchShape.of(3, 32));

        assertThat(fault.kind()).isEqualTo(FaultKind.DEADLOCK);
        assertThat(fault.problem())
                .containsPattern("CTA \\(0, 0, 0\\): threads 1-31 loop at \\d+:1")
                .containsPattern("2 CTAs from \\(1, 0, 0\\) to \\(2, 0, 0\\): threads 0-31 loop");
    }

    /// A wait without end for a time, of which a 32-bit clock passes most in a step of 2^32.
    @Test
    void threadsThatWaitForATimeOfA32BitClockGetThere() {
        var machine =
                TestDevice.running(
                        """
                        mov.u32 %r1, %clock;
                        wait:
                        mov.u32 %r2, %clock;
                        sub.u32 %r2, %r2, %r1;
                        setp.lt.u32 %p1, %r2, 3900000000;
                        @%p1 bra wait;
                        st.global.u32 [%rd0], 5;
                        """);

        assertThat(machine.words(32)).containsOnly(5);
    }

    /// A quarter of the threads that the barriers of libcu++ expect is missing. Those that wait
    /// read the clock.
    @ParameterizedTest
    @ValueSource(ints = {80, 90})
    void aBarrierThatThreadsAreMissingAtIsADeadlock(int sm) {
        String path = "ptx/cuda_k_barrier.nvcc.sm%d.ptx".formatted(sm);
        var machine = TestDevice.of(path, Corpus.text(path));
        var kernel = machine.image().kernel("handover").orElseThrow();
        var words = machine.allocate("words", 256);
        var fault =
                catchThrowableOfType(
                        KernelFaultException.class,
                        () -> machine.launch(kernel, LaunchShape.of(1, 96), words, words, 1));

        assertThat(fault.kind()).isEqualTo(FaultKind.DEADLOCK);
        assertThat(fault.problem())
                .containsPattern(
                        "threads 0-63 wait at \\d+:\\d+ for mbarrier 0x1000001.. in"
                                + " '\\w+empty' \\(8 bytes\\) \\(32 of 128 arrivals pending\\);"
                                + " threads 64-95 wait at \\d+:\\d+ for mbarrier 0x1000001.. in"
                                + " '\\w+full' \\(8 bytes\\) \\(96 of 128 arrivals pending\\)");
    }

    @Test
    void aCtaThatWaitsForALaterOneGoesOn() {
        var machine =
                TestDevice.running(
                        """
                        ld.param.u64 %rd1, [out];
                        mov.u32 %r1, %ctaid.x;
                        setp.eq.u32 %p1, %r1, 0;
                        @%p1 bra wait;
                        mov.u32 %r2, 0;
                        work:
                        add.u32 %r2, %r2, 1;
                        setp.lt.u32 %p2, %r2, 300000;
                        @%p2 bra work;
                        st.volatile.global.u32 [%rd1+4], 7;
                        ret;
                        wait:
                        ld.volatile.global.u32 %r3, [%rd1+4];
                        setp.eq.u32 %p3, %r3, 0;
                        @%p3 bra wait;
                        st.global.u32 [%rd1], %r3;
                        """);
        var out = machine.allocate("out", 8);

        machine.launch(machine.kernel(), LaunchShape.of(2, 1), out);

        assertThat(machine.ints(out)).containsExactly(7, 7);
    }

    @Test
    void aLongLoopThatWritesNothingIsNoDeadlock() {
        var machine =
                TestDevice.running(
                        """
                        mov.u32 %r1, 0;
                        work:
                        add.u32 %r1, %r1, 1;
                        setp.lt.u32 %p1, %r1, 1000000;
                        @%p1 bra work;
                        st.global.u32 [%rd0], %r1;
                        """);

        assertThat(machine.words(32)).containsOnly(1_000_000);
    }

    /// Waits for another word than 0 or a time, and reads the clock meanwhile, into `%rd2`.
    private static String waitWithClock(String limit) {
        return """
        mov.u64 %rd1, %clock64;
        wait:
        mov.u64 %rd2, %clock64;
        sub.u64 %rd2, %rd2, %rd1;
        setp.gt.u64 %p2, %rd2, LIMIT;
        @%p2 bra late;
        ld.volatile.global.u32 %r3, [%rd0];
        setp.eq.u32 %p3, %r3, 0;
        @%p3 bra wait;
        late:
        """
                .replace("LIMIT", limit);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "st.global.u64 [%rd0+512], %rd2;"})
    void threadsThatReadAClockWhileTheyWaitForAWordNobodyWritesAreTold(String after) {
        var fault = fault(waitWithClock("0xffffffffffffffff") + after, LaunchShape.of(2, 64));

        assertThat(fault.kind()).isEqualTo(FaultKind.DEADLOCK);
        assertThat(fault.problem())
                .isEqualTo(
                        "no thread can make progress: 2 CTAs from (0, 0, 0) to (1, 0, 0): threads"
                                + " 0-63 loop at 18:1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"mov.u32 %r1, 5;", "setp.gt.u64 %p1, %rd2, 9999; selp.u32 %r1, 5, 6, %p1;"})
    void threadsThatWaitForATimeGetThere(String after) {
        var machine =
                TestDevice.running(
                        waitWithClock("1000000000000") + after + "st.global.u32 [%rd0], %r1;");

        assertThat(machine.words(32)).containsOnly(5);
    }

    @Test
    void whoWorksLongAndReadsAClockIsNoDeadlock() {
        var machine =
                TestDevice.running(
                        """
                        mov.u32 %r1, 0;
                        mov.u64 %rd1, %clock64;
                        work:
                        mov.u64 %rd2, %clock64;
                        add.u32 %r1, %r1, 1;
                        setp.lt.u32 %p1, %r1, 8000000;
                        @%p1 bra work;
                        sub.u64 %rd2, %rd2, %rd1;
                        shr.u64 %rd2, %rd2, 20;
                        cvt.u32.u64 %r1, %rd2;
                        st.global.u32 [%rd0], %r1;
                        """);

        assertThat(machine.words(32)).containsOnly((8_000_000 * 4) >>> 20);
    }
}
