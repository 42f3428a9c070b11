package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;

/// Phases, counts and waits of `mbarrier` objects in shared memory (PTX ISA 9.0 §9.7.13.16).
@Timeout(60)
class MbarrierTest {

    private static final String OBJECTS =
            ".shared .align 8 .b64 bar; .shared .align 8 .b64 other; .shared .b32 data[128];";

    private static TestDevice machine(String body) {
        return TestDevice.of("test.ptx", TestDevice.kernel(OBJECTS, body));
    }

    /// The result of one thread that executes these lines, which leave it in `%r1`.
    private static int alone(String body) {
        return machine(body + " st.global.u32 [%rd0], %r1;").words(1)[0];
    }

    /// Sets bit `bit` of `%r1` if the first phase of `bar` has completed.
    private static String completed(int bit) {
        return """
        mbarrier.test_wait.parity.shared.b64 %%p9, [bar], 0;
        @%%p9 or.b32 %%r1, %%r1, %d;
        """
                .formatted(1 << bit);
    }

    private static String each(String... instructions) {
        var text = new StringBuilder("mov.u32 %r1, 0;\n");
        for (int i = 0; i < instructions.length; i++) {
            text.append(instructions[i]).append('\n').append(completed(i));
        }
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "100 | mbarrier.init.shared.b64 [bar], 2; | mbarrier.arrive.shared.b64 %rd1, [bar];"
                        + " | mbarrier.arrive.release.cta.shared::cta.b64 _, [bar];",
                "100 | mbarrier.init.shared::cta.b64 [bar], 7; | mbarrier.arrive.noComplete.shared.b64"
                        + " %rd1, [bar], 6; | mbarrier.arrive.shared.b64 %rd1, [bar], 1;",
                "110 | mov.u32 %r3, 5; mbarrier.init.shared.b64 [bar], %r3; |"
                        + " mbarrier.arrive.shared.b64 %rd1, [bar], %r3; | bar.warp.sync 1;",
                // one of two arrivals is dropped, so the second phase expects one
                "010 | mbarrier.init.shared.b64 [bar], 2; mbarrier.arrive_drop.shared.b64 _, [bar]; |"
                        + " mbarrier.arrive.shared.b64 _, [bar]; | mbarrier.arrive.shared.b64 _, [bar];",
                "100 | mbarrier.init.shared.b64 [bar], 4; mbarrier.arrive_drop.noComplete.shared.b64 _,"
                        + " [bar], 3; | bar.warp.sync 1; | mbarrier.arrive_drop.shared.b64 _, [bar], 1;",
                // transactions keep the phase from completing
                "100 | mbarrier.init.shared.b64 [bar], 1; mbarrier.expect_tx.shared.b64 [bar], 48; |"
                        + " mbarrier.arrive.shared.b64 %rd1, [bar]; |"
                        + " mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [bar], 48;",
                "100 | mbarrier.init.shared.b64 [bar], 1; mbarrier.arrive.expect_tx.shared.b64 _, [bar],"
                        + " 48; | mbarrier.complete_tx.shared.b64 [bar], 47; |"
                        + " mbarrier.complete_tx.shared.b64 [bar], 1;",
                "110 | mbarrier.init.shared.b64 [bar], 1; mbarrier.complete_tx.shared.b64 [bar], 8; |"
                        + " mbarrier.arrive.expect_tx.shared.b64 _, [bar], 8; | bar.warp.sync 1;",
                "100 | mbarrier.init.shared.b64 [bar], 2; mbarrier.arrive_drop.expect_tx.shared.b64 _,"
                        + " [bar], 4; | mbarrier.arrive.shared.b64 _, [bar]; |"
                        + " mbarrier.complete_tx.shared.b64 [bar], 4;",
                // copies have completed: they arrive at once
                "100 | mbarrier.init.shared.b64 [bar], 2; cp.async.mbarrier.arrive.shared.b64 [bar]; |"
                        + " cp.async.mbarrier.arrive.noinc.shared.b64 [bar]; |"
                        + " cp.async.mbarrier.arrive.noinc.shared.b64 [bar];",
                // a guard that is false
                "100 | mbarrier.init.shared.b64 [bar], 1; setp.ne.u32 %p1, %r0, 0; @%p1"
                        + " mbarrier.arrive.shared.b64 _, [bar]; | @%p1 mbarrier.init.shared.b64 [bar],"
                        + " 9; | @!%p1 mbarrier.arrive.shared.b64 _, [bar];",
                // a generic address
                "100 | cvta.shared.u64 %rd2, bar; mbarrier.init.b64 [%rd2], 1; | bar.warp.sync 1; |"
                        + " mbarrier.arrive.b64 %rd1, [%rd2];",
            })
    void aPhaseCompletesWhenNothingIsPending(
            String bits, String first, String second, String third) {
        assertThat(Integer.toBinaryString(alone(each(first, second, third))))
                .isEqualTo(bits.replaceFirst("^0+", ""));
    }

    @Test
    void aStateIsThatBeforeTheArrival() {
        assertThat(
                        alone(
                                """
                                mbarrier.init.shared.b64 [bar], 9;
                                mbarrier.arrive.shared.b64 %rd1, [bar], 4;
                                mbarrier.arrive.shared.b64 %rd2, [bar], 5;
                                mbarrier.arrive_drop.shared.b64 %rd3, [bar], 2;
                                mbarrier.arrive.shared.b64 %rd4, [bar], 7;
                                mbarrier.arrive.shared.b64 %rd5, [bar];
                                mbarrier.pending_count.b64 %r2, %rd1;
                                mbarrier.pending_count.b64 %r3, %rd2;
                                mbarrier.pending_count.b64 %r4, %rd3;
                                mbarrier.pending_count.b64 %r5, %rd4;
                                mbarrier.pending_count.b64 %r6, %rd5;
                                mad.lo.u32 %r1, %r2, 10, %r3;
                                mad.lo.u32 %r1, %r1, 10, %r4;
                                mad.lo.u32 %r1, %r1, 10, %r5;
                                mad.lo.u32 %r1, %r1, 10, %r6;
                                """))
                .isEqualTo(95_977);
    }

    /// A phase has completed for the states of its arrivals until the next one completes.
    @Test
    void aWaitIsForThePhaseOfItsStateOrParity() {
        assertThat(
                        alone(
                                """
                                mov.u32 %r1, 0;
                                mbarrier.init.shared.b64 [bar], 1;
                                mbarrier.test_wait.parity.shared.b64 %p1, [bar], 1;
                                @%p1 add.u32 %r1, %r1, 1;
                                mbarrier.arrive.shared.b64 %rd1, [bar];
                                mbarrier.test_wait.shared.b64 %p1, [bar], %rd1;
                                @%p1 add.u32 %r1, %r1, 2;
                                mbarrier.try_wait.acquire.cta.shared.b64 %p1, [bar], %rd1, 1000;
                                @%p1 add.u32 %r1, %r1, 4;
                                mov.u32 %r2, 0;
                                mbarrier.try_wait.parity.shared.b64 %p1, [bar], %r2;
                                @%p1 add.u32 %r1, %r1, 8;
                                mov.u32 %r2, 1;
                                mbarrier.try_wait.parity.shared.b64 %p1, [bar], %r2, %r2;
                                @%p1 add.u32 %r1, %r1, 16;
                                mbarrier.arrive.shared.b64 %rd2, [bar];
                                mbarrier.test_wait.parity.relaxed.cta.shared.b64 %p1, [bar], %r2;
                                @%p1 add.u32 %r1, %r1, 32;
                                """))
                .isEqualTo(1 + 2 + 4 + 8 + 32);
    }

    /// One warp fills a buffer for the other, four times.
    private static final String HANDOVER =
            """
            setp.ne.u32 %p1, %r0, 0;
            @%p1 bra start;
            mbarrier.init.shared.b64 [bar], 32;
            mbarrier.init.shared.b64 [other], 32;
            start:
            bar.sync 0;
            and.b32 %r5, %r0, 31;
            mul.lo.u32 %r6, %r5, 4;
            mov.u32 %r7, data;
            add.u32 %r7, %r7, %r6;
            mov.u32 %r1, 0;
            mov.u32 %r2, 0;
            setp.lt.u32 %p2, %r0, 32;
            @%p2 bra consume;
            produce:
            mad.lo.u32 %r3, %r5, 10, %r2;
            st.shared.u32 [%r7], %r3;
            mbarrier.arrive.shared.b64 _, [bar];
            and.b32 %r4, %r2, 1;
            emptied:
            mbarrier.WAIT.parity.shared.b64 %p3, [other], %r4;
            @!%p3 bra emptied;
            add.u32 %r2, %r2, 1;
            setp.lt.u32 %p4, %r2, 4;
            @%p4 bra produce;
            bra end;
            consume:
            and.b32 %r4, %r2, 1;
            filled:
            mbarrier.WAIT.parity.shared.b64 %p3, [bar], %r4;
            @!%p3 bra filled;
            sub.u32 %r8, 31, %r5;
            mov.u32 %r9, data;
            mad.lo.u32 %r9, %r8, 4, %r9;
            ld.shared.u32 %r3, [%r9];
            mad.lo.u32 %r1, %r1, 2, %r3;
            mbarrier.arrive.shared.b64 _, [other];
            add.u32 %r2, %r2, 1;
            setp.lt.u32 %p4, %r2, 4;
            @%p4 bra consume;
            end:
            st.global.u32 [%rd0], %r1;
            """;

    @ParameterizedTest
    @ValueSource(strings = {"test_wait", "try_wait"})
    void aWarpHandsABufferToAnother(String wait) {
        int[] words = machine(HANDOVER.replace("WAIT", wait)).words(64);

        assertThat(Arrays.copyOf(words, 32))
                .isEqualTo(
                        IntStream.range(0, 32)
                                .map(i ->
                                        IntStream.range(0, 4)
                                                .map(round ->
                                                        (10 * (31 - i) + round) << (3 - round))
                                                .sum())
                                .toArray());
    }

    /// The threads of a warp wait for one of them, whichever branch comes first.
    @ParameterizedTest
    @ValueSource(strings = {"eq", "ne"})
    void lanesOfAWarpWaitForEachOther(String first) {
        int[] words =
                machine(
                                """
                                setp.eq.u32 %p1, %r0, 0;
                                @%p1 mbarrier.init.shared.b64 [bar], 1;
                                bar.warp.sync -1;
                                setp.FIRST.u32 %p2, %r0, 5;
                                @%p2 bra here;
                                setp.eq.u32 %p3, %r0, 5;
                                @%p3 mbarrier.arrive.shared.b64 _, [bar];
                                bra there;
                                here:
                                setp.eq.u32 %p3, %r0, 5;
                                @%p3 mbarrier.arrive.shared.b64 _, [bar];
                                there:
                                mbarrier.try_wait.parity.shared.b64 %p4, [bar], 0;
                                @!%p4 bra there;
                                st.global.u32 [%rd0], 7;
                                """
                                        .replace("FIRST", first))
                        .words(32);

        assertThat(words).containsOnly(7);
    }

    /// The first warp spins while the second one works for long.
    @ParameterizedTest
    @ValueSource(strings = {"test_wait", "try_wait"})
    void aThreadThatWaitsLongIsNoDeadlock(String wait) {
        int[] words =
                machine(
                                """
                                setp.eq.u32 %p1, %r0, 0;
                                @%p1 mbarrier.init.shared.b64 [bar], 1;
                                bar.sync 0;
                                setp.lt.u32 %p2, %r0, 32;
                                @%p2 bra spin;
                                mov.u32 %r1, 0;
                                work:
                                add.u32 %r1, %r1, 1;
                                setp.lt.u32 %p3, %r1, 300000;
                                @%p3 bra work;
                                setp.eq.u32 %p1, %r0, 32;
                                @%p1 mbarrier.arrive.shared.b64 _, [bar];
                                spin:
                                mbarrier.WAIT.parity.shared.b64 %p4, [bar], 0;
                                @!%p4 bra spin;
                                st.global.u32 [%rd0], 7;
                                """
                                        .replace("WAIT", wait))
                        .words(64);

        assertThat(words).containsOnly(7);
    }

    private static KernelFaultException fault(String body) {
        var machine = machine(body);
        return catchThrowableOfType(KernelFaultException.class, () -> machine.words(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mbarrier.test_wait.parity.shared.b64 %p1, [bar], 0;",
                "mbarrier.try_wait.parity.shared.b64 %p1, [bar], 0;",
                "mbarrier.try_wait.shared.b64 %p1, [bar], %rd1, 1000;",
            })
    void aWaitForAnArrivalThatDoesNotComeIsADeadlock(String wait) {
        var fault =
                fault(
                        """
                        mbarrier.init.shared.b64 [bar], 2;
                        mbarrier.arrive.shared.b64 %%rd1, [bar];
                        spin:
                        %s
                        @!%%p1 bra spin;
                        """
                                .formatted(wait));

        assertThat(fault.kind()).isEqualTo(FaultKind.DEADLOCK);
        assertThat(fault.problem())
                .matches(
                        "no thread can make progress: threads 0 wait at 19:1 for mbarrier 0x[0-9a-f]+ in"
                                + " 'bar' \\(8 bytes\\) \\(1 of 2 arrivals pending\\)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "arrive.shared.b64 _, [bar], 3; | the thread arrives 3 times at an mbarrier when 2"
                        + " arrivals are pending",
                "arrive_drop.shared.b64 _, [bar], 3; | the thread drops 3 arrivals of an mbarrier when"
                        + " 2 are expected",
                "arrive.shared.b64 _, [bar], %r0; | the thread arrives 0 times at an mbarrier when the"
                        + " least is 1",
                "arrive.noComplete.shared.b64 _, [bar], 2; | the last pending arrival at an mbarrier"
                        + " has .noComplete when it completes the phase",
                "expect_tx.shared.b64 [bar], 1048576; | the tx-count of an mbarrier becomes 1048576"
                        + " when it is at most 1048575 in magnitude",
                "arrive.shared.b64 _, [other]; | the mbarrier is not initialised",
                "expect_tx.shared.b64 [data], 1; | the mbarrier is not initialised",
                "inval.shared.b64 [bar]; mbarrier.arrive.shared.b64 _, [bar]; | the mbarrier is not"
                        + " initialised",
                "init.shared.b64 [bar], %r0; mbarrier.arrive.shared.b64 _, [bar]; | the mbarrier is not"
                        + " initialised",
                "init.shared.b64 [bar], 1048576; mbarrier.arrive.shared.b64 _, [bar]; | the mbarrier is"
                        + " not initialised",
            })
    void anUndefinedOperationIsAFault(String operation, String problem) {
        var fault = fault("mbarrier.init.shared.b64 [bar], 2;\nmbarrier." + operation);

        assertThat(fault.kind()).isEqualTo(FaultKind.INVALID_MBARRIER);
        assertThat(fault.problem()).isEqualTo(problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mbarrier.init.shared.b64 [bar+4], 2;",
                "mbarrier.arrive.shared.b64 _, [bar+4];",
                "mbarrier.test_wait.parity.shared.b64 %p1, [bar+4], 0;",
            })
    void aMisalignedObjectIsAFault(String operation) {
        assertThat(fault(operation).kind()).isEqualTo(FaultKind.MISALIGNED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mbarrier.init.b64 [%rd0], 2;",
                "mbarrier.inval.b64 [%rd0];",
                "mbarrier.arrive.b64 _, [%rd0];",
                "mbarrier.arrive_drop.b64 %rd1, [%rd0];",
                "mbarrier.arrive.expect_tx.b64 _, [%rd0], 8;",
                "mbarrier.expect_tx.relaxed.cta.b64 [%rd0], 8;",
                "cp.async.mbarrier.arrive.b64 [%rd0];",
                "mbarrier.test_wait.parity.b64 %p1, [%rd0], 0;",
                "mbarrier.try_wait.b64 %p1, [%rd0], %rd1;",
            })
    void anObjectOutsideSharedMemoryIsAFault(String operation) {
        var fault = fault(operation);

        assertThat(fault.kind()).isEqualTo(FaultKind.INVALID_BARRIER);
        assertThat(fault.problem())
                .matches(
                        "mbarrier at 0x2[0-9a-f]{11} is partly in, by 4 bytes, 'out' \\(\\d+ bytes at 0x[0-9a-f]+\\) when it"
                                + " should be in the shared memory of the CTA \\(528 bytes at"
                                + " 0x100000000\\)");
    }

    @ParameterizedTest
    @CsvSource({
        "0x0, outside global memory",
        "0x100000210, outside global memory",
        "0x200000000, outside global memory",
        "0x200000001000, 'where nothing is allocated|\\d+ bytes (past|before) .*'",
    })
    void anObjectNowhereIsAFault(String address, String place) {
        var fault = fault("mov.u64 %rd1, " + address + "; mbarrier.init.b64 [%rd1], 1;");

        assertThat(fault.kind()).isEqualTo(FaultKind.INVALID_BARRIER);
        assertThat(fault.problem())
                .matches("mbarrier at " + address + " is (" + place + ") when .*");
    }

    /// A CTA is a cluster of its own (a launch without cluster dimensions on an H100, 2026-11-28).
    @ParameterizedTest
    @ValueSource(
            strings = {
                "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [bar];",
                "mbarrier.arrive.shared::cluster.b64 _, [bar], 1;",
                "mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [bar], 8;"
                        + " mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [bar], 8;",
                "mbarrier.arrive_drop.shared::cluster.b64 _, [bar];",
                "mbarrier.expect_tx.relaxed.cluster.shared::cluster.b64 [bar], 8;"
                        + " mbarrier.arrive_drop.expect_tx.shared::cluster.b64 _, [bar], 8;"
                        + " mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [bar], 16;",
                "mov.u32 %r3, bar; mapa.shared::cluster.u32 %r3, %r3, %r0;"
                        + " mbarrier.arrive.shared::cluster.b64 _, [%r3];",
                "mapa.shared::cluster.u32 %r3, bar, %cluster_ctarank;"
                        + " mbarrier.arrive.shared::cluster.b64 _, [%r3];",
                "cvta.shared.u64 %rd1, bar; mapa.u64 %rd1, %rd1, 0; mbarrier.arrive.b64 _, [%rd1];",
                "setp.ne.u32 %p1, %r0, 0; mov.u32 %r3, 7; @%p1 mapa.shared::cluster.u32 %r3, %r3, 1;"
                        + " getctarank.shared::cluster.u32 %r3, %r3; sub.u32 %r3, 1, %r3;"
                        + " mbarrier.arrive.shared.b64 _, [bar], %r3;",
            })
    void aCtaIsAClusterOfItsOwn(String arrival) {
        assertThat(alone(each("mbarrier.init.shared.b64 [bar], 1;", arrival))).isEqualTo(0b10);
    }

    @Test
    void anObjectOfACtaThatTheClusterDoesNotHaveIsAFault() {
        var fault =
                fault(
                        "mapa.shared::cluster.u32 %r3, bar, 1;"
                                + " mbarrier.arrive.shared::cluster.b64 _, [%r3];");

        assertThat(fault.kind()).isEqualTo(FaultKind.OUT_OF_BOUNDS);
    }
}
