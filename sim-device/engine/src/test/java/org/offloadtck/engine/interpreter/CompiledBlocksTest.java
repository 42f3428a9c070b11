package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.thread.LaunchShape;

/// Where taking lanes through code one after another could show, and does not.
class CompiledBlocksTest {

    private static final int NAN = 0x7fc01234;

    private static int[] lanes(String body) {
        return TestDevice.running(body).words(32);
    }

    @Test
    void lanesSeeWhatLaterLanesStoreBeforeTheyLoad() {
        int[] words =
                lanes(
                        """
                        .shared .b32 box[33];
                        mov.u32 %r1, box;
                        mad.lo.u32 %r1, %r0, 4, %r1;
                        add.u32 %r2, %r0, 100;
                        st.shared.u32 [%r1], %r2;
                        ld.shared.u32 %r3, [%r1+4];
                        st.global.u32 [%rd0], %r3;
                        """);

        assertThat(Arrays.copyOf(words, 31)).isEqualTo(IntStream.rangeClosed(101, 131).toArray());
    }

    @Test
    void aNanThatArithmeticDidNotMakeKeepsItsPayloadInALoop() {
        int[] words =
                lanes(
                        """
                        mov.u32 %r1, 0x7fc01234;
                        mov.b32 %f1, %r1;
                        mov.u32 %r2, 2;
                        mov.u32 %r3, 0xffffffff;
                        again:
                        mov.b32 %r4, %f1;
                        min.u32 %r3, %r3, %r4;
                        add.f32 %f1, %f1, %f1;
                        sub.u32 %r2, %r2, 1;
                        setp.ne.u32 %p1, %r2, 0;
                        @%p1 bra again;
                        st.global.u32 [%rd0], %r3;
                        """);

        assertThat(words).containsOnly(NAN);
    }

    @Test
    void aNanThatIsMovedOrSelectedKeepsItsPayload() {
        int[] words =
                lanes(
                        """
                        mov.u32 %r1, 0x7fc01234;
                        mov.b32 %f1, %r1;
                        add.f32 %f2, %f1, %f1;
                        setp.eq.u32 %p1, %r0, 3;
                        @%p1 mov.f32 %f2, %f1;
                        st.global.f32 [%rd0], %f2;
                        """);

        assertThat(words[3]).isEqualTo(NAN);
        assertThat(words[4]).isEqualTo(0x7fffffff);
    }

    @Test
    void lanesLeaveALoopAfterRoundsOfTheirOwn() {
        int[] words =
                lanes(
                        """
                        mov.u32 %r1, 0;
                        again:
                        add.u32 %r1, %r1, 1;
                        setp.lt.u32 %p1, %r1, %r0;
                        @%p1 bra again;
                        st.global.u32 [%rd0], %r1;
                        """);

        assertThat(words).isEqualTo(IntStream.range(0, 32).map(l -> Math.max(1, l)).toArray());
    }

    /// An iteration of either lane is eight instructions, so that turns of 256 end at the branch.
    /// What lane 1 reads of the counter of lane 0 tells when turns ended: [TestDevice] compares it.
    @Test
    void turnsOfSingleLanesEndAtTheSameBranch() {
        int[] words =
                lanes(
                        """
                        .shared .b32 box;
                        mov.u32 %r1, 0;
                        mov.u32 %r5, 0;
                        setp.ne.u32 %p1, %r0, 0;
                        @%p1 bra other;
                        first:
                        ld.shared.u32 %r2, [box];
                        add.u32 %r2, %r2, 1;
                        st.shared.u32 [box], %r2;
                        add.u32 %r1, %r1, 1;
                        mul.lo.u32 %r5, %r5, 31;
                        add.u32 %r5, %r5, %r2;
                        setp.lt.u32 %p2, %r1, 3000;
                        @%p2 bra first;
                        bra.uni end;
                        other:
                        setp.ne.u32 %p3, %r0, 1;
                        @%p3 bra end;
                        second:
                        ld.shared.u32 %r2, [box];
                        xor.b32 %r3, %r2, %r1;
                        xor.b32 %r3, %r3, %r2;
                        add.u32 %r1, %r1, 1;
                        mul.lo.u32 %r5, %r5, 31;
                        add.u32 %r5, %r5, %r2;
                        setp.lt.u32 %p2, %r1, 3000;
                        @%p2 bra second;
                        end:
                        st.global.u32 [%rd0], %r5;
                        """);

        assertThat(words[1]).isNotZero();
    }

    /// A vector of 16 bytes in local memory is accessed by the interpreter, in the middle of a
    /// region.
    @Test
    void theInterpreterContinuesWithTheValuesOfARegion() {
        var machine =
                TestDevice.running(
                        """
                        .local .align 16 .b8 own[16];
                        mov.u64 %rd2, own;
                        cvta.local.u64 %rd3, %rd2;
                        mov.u32 %r1, 0;
                        mov.u32 %r5, 1;
                        again:
                        add.u32 %r1, %r1, 1;
                        mad.lo.u32 %r2, %r5, 3, %r1;
                        setp.gt.u32 %p2, %r2, 100;
                        st.v4.u32 [%rd3], {%r1, %r2, %r5, %r1};
                        @%p2 sub.u32 %r2, %r2, 99;
                        ld.v4.u32 {%r3, %r4, %r6, %r7}, [%rd3];
                        xor.b32 %r5, %r2, %r4;
                        setp.lt.u32 %p1, %r1, 9;
                        @%p1 bra again;
                        st.global.u32 [%rd0], %r5;
                        """);

        assertThat(machine.words(1)).containsExactly(expected(9));
    }

    private static int expected(int iterations) {
        int last = 1;
        for (int i = 1; i <= iterations; i++) {
            int stored = last * 3 + i;
            last = (Integer.compareUnsigned(stored, 100) > 0 ? stored - 99 : stored) ^ stored;
        }
        return last;
    }

    /// Lane 7 faults after lanes before it have gone through the loop; they had changed the
    /// register that the loop begins with.
    @Test
    void aFaultInALoopIsTheOneOfTheFirstRoundThatHasOne() {
        var machine =
                TestDevice.running(
                        """
                        ld.param.u64 %rd1, [out];
                        setp.eq.u32 %p2, %r0, 7;
                        selp.u64 %rd2, 40, 0, %p2;
                        mov.u32 %r1, 0;
                        again:
                        add.u64 %rd1, %rd1, %rd2;
                        ld.global.u32 %r2, [%rd1];
                        add.u32 %r1, %r1, 1;
                        setp.lt.u32 %p1, %r1, 9;
                        @%p1 bra again;
                        """);

        var fault = catchThrowableOfType(KernelFaultException.class, () -> machine.words(32));

        assertThat(fault.thread().thread().x()).isEqualTo(7);
        assertThat(fault.problem()).contains("32 bytes past the end of 'out'");
        assertThat(fault.partialOutcome().counters().globalBytesRead())
                .isEqualTo(4L * (3 * 32 + 7));
    }

    @Test
    void atomicsAreDoneByEveryLaneBeforeTheOneThatFaults() {
        var machine =
                TestDevice.running(
                        """
                        .shared .b32 box[8];
                        mov.u32 %r1, box;
                        setp.eq.u32 %p1, %r0, 9;
                        @%p1 add.u32 %r1, %r1, 4096;
                        atom.shared.add.u32 %r2, [%r1], 1;
                        st.global.u32 [%rd0], %r2;
                        """);

        var fault = catchThrowableOfType(KernelFaultException.class, () -> machine.words(32));

        assertThat(fault.kind()).isEqualTo(FaultKind.OUT_OF_BOUNDS);
        assertThat(fault.thread().thread().x()).isEqualTo(9);
        assertThat(fault.partialOutcome().counters().sharedBytes()).isEqualTo(8 * 9);
    }

    /// Each lane has an allocation's worth of its own, so that a site never hits what it hit last.
    @Test
    void anAccessMayGoToAnotherSpaceInEveryLane() {
        int[] words =
                lanes(
                        """
                        .local .b32 own[4];
                        .shared .b32 box[4];
                        mov.u64 %rd1, own;
                        cvta.local.u64 %rd1, %rd1;
                        mov.u64 %rd2, box;
                        cvta.shared.u64 %rd2, %rd2;
                        and.b32 %r1, %r0, 1;
                        setp.eq.u32 %p1, %r1, 0;
                        selp.u64 %rd3, %rd1, %rd2, %p1;
                        and.b32 %r2, %r0, 2;
                        setp.eq.u32 %p2, %r2, 0;
                        selp.u64 %rd3, %rd3, %rd0, %p2;
                        st.u32 [%rd3], %r0;
                        ld.u32 %r3, [%rd3];
                        st.global.u32 [%rd0], %r3;
                        """);

        assertThat(words[8]).isEqualTo(8);
        assertThat(words[1]).isEqualTo(29);
        assertThat(words[31]).isEqualTo(31);
    }

    /// Lanes leave both loops after different rounds, so that turns are short; what lies before the
    /// inner loop takes some turns past their end. The machine compares the counts.
    @Test
    void aTurnThatIsOverBeforeALoopEndsAfterItsFirstRound() {
        String loops =
                """
                .version 7.0
                .target sm_75
                .address_size 64
                .visible .entry k(.param .u64 out)
                {
                .reg .pred %p<10>;
                .reg .b32 %r<20>;
                .reg .b64 %rd<10>;
                .reg .f32 %f<10>;
                mov.u32 %r0, %tid.x;
                mad.lo.u32 %r1, %r1, 77, %r0;
                mad.lo.u32 %r2, %r1, -3, 855503309;
                mad.lo.u32 %r9, %r1, 173, 163;
                sad.u32 %r5, %r2, %r9, %r3;
                and.b32 %r12, %r5, 14;
                again11:
                and.b32 %r13, %r9, 15;
                again12:
                abs.f32 %f1, %f1;
                and.b32 %r18, %r2, 504;
                cvt.u64.u32 %rd9, %r18;
                add.u64 %rd9, %rd9, %rd4;
                @%p9 st.shared.u64 [%rd9], %rd8;
                and.b32 %r18, %r2, 511;
                cvt.u64.u32 %rd9, %r18;
                and.b32 %r14, %r5, 13;
                again13:
                add.f32 %f3, %f1, %f2;
                cvt.rzi.u32.f32 %r2, %f6;
                sub.u32 %r6, %r5, %r1;
                sub.u32 %r14, %r14, 1;
                setp.gt.s32 %p0, %r14, 0;
                @%p0 bra again13;
                sub.u32 %r13, %r13, 1;
                setp.gt.s32 %p0, %r13, 0;
                @%p0 bra again12;
                sub.u32 %r12, %r12, 1;
                setp.gt.s32 %p0, %r12, 0;
                @%p0 bra again11;
                }
                """;
        var machine = TestDevice.of("loops.ptx", loops).using(1);
        var out = machine.allocate("out", 128);

        var result = machine.launch(machine.kernel(), LaunchShape.of(2, 23), out);

        assertThat(result.counters().divergences()).isPositive();
    }
}
