package org.offloadtck.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.KernelFinding.Kind;

/// How threads may come to a barrier, and how not.
final class SynccheckTest {

    /// Sets `%p1` for half of the second warp, and `%p3` for its last thread but one.
    private static final String ODD =
            """
            setp.gt.u32 %p1, %r0, 31; and.b32 %r1, %r0, 1; setp.eq.and.u32 %p1, %r1, 1, %p1;
            setp.eq.u32 %p3, %r0, 62;
            """;

    private static void isOnly(List<KernelFinding> findings, Kind kind, String text) {
        assertThat(findings)
                .singleElement()
                .satisfies(finding -> assertThat(finding.kind()).isEqualTo(kind))
                .hasToString(text);
    }

    @Test
    void namesBothPlaces() {
        var findings =
                CheckedKernel.running(
                                """
                                setp.lt.u32 %p1, %r0, 16;
                                @%p1 bra A;
                                bar.sync 0;
                                bra E;
                                A: bar.sync 0;
                                E:
                                """)
                        .run(1, 32);

        isOnly(
                findings,
                Kind.BARRIER_DIVERGENCE,
                "test.ptx:20:1: k CTA (0, 0, 0) thread (16, 0, 0): threads of one warp"
                        + " reach barrier 0 at two instructions; test.ptx:22:4: k CTA (0, 0, 0)"
                        + " thread (0, 0, 0): barrier");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "setp.ge.u32 %p1, %r0, 60; @%p1 exit; bar.sync 0;",
                "setp.ge.u32 %p1, %r0, 60; @%p1 ret; barrier.sync.aligned 2;"
            })
    void threadsOfAWarpThatExitedAreMissed(String body) {
        assertThat(CheckedKernel.running(body).run(1, 64))
                .hasSize(1)
                .allMatch(finding -> finding.kind() == Kind.BARRIER_DIVERGENCE);
    }

    @Test
    void aWarpThatLeavesWhileOthersComeAgainIsToldOnce() {
        var findings =
                CheckedKernel.running(
                                """
                                setp.lt.u32 %p1, %r0, 32;
                                bar.sync 0;
                                @!%p1 ret;
                                bar.sync 0;
                                bar.sync 0;
                                """)
                        .run(1, 64);

        isOnly(
                findings,
                Kind.MISSED_BARRIER,
                "test.ptx:21:1: k CTA (0, 0, 0) thread (0, 0, 0): a warp reaches barrier 0"
                        + " again after another has exited; test.ptx:20:7: k CTA (0, 0, 0)"
                        + " thread (32, 0, 0): exit");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bar.sync 0;",
                "setp.ge.u32 %p1, %r0, 32; bar.sync 0, 64; @%p1 exit; bar.sync 0, 32;",
                "setp.ge.u32 %p1, %r0, 32; bar.sync 1; @%p1 exit; bar.sync 0;",
                "setp.ge.u32 %p1, %r0, 60; @%p1 exit; barrier.sync 0;",
                "setp.ge.u32 %p1, %r0, 32; @%p1 exit; bar.sync 0;",
                "setp.lt.u32 %p1, %r0, 16; @%p1 bra A; barrier.sync 0; bra E; A: barrier.sync 0;"
                        + " E:",
                "setp.lt.u32 %p1, %r0, 32; @%p1 bra A; bar.sync 0; bra E; A: bar.sync 0; E:",
                "setp.lt.u32 %p1, %r0, 16; @%p1 bra A; add.u32 %r1, %r0, 1; A: bar.sync 0;"
            })
    void isNotFoundWhereTheRulesAreKept(String body) {
        assertThat(CheckedKernel.running(body).run(1, 64)).isEmpty();
    }

    /// What nvcc makes of `if (threadIdx.x < 32 || threadIdx.x % 2 == 0) __syncthreads(); data[…] =
    /// 1;`: kernel `divergent_barrier` of `real-device/gpu-day/sanitizer/faults.cu`.
    @Test
    void aBypassedBarrierIsReportedWithTheExit() {
        var findings =
                CheckedKernel.running(
                                """
                                setp.gt.u32 %p1, %r0, 31;
                                and.b32 %r1, %r0, 1;
                                setp.eq.b32 %p2, %r1, 1;
                                and.pred %p3, %p1, %p2;
                                @%p3 bra J;
                                bar.sync 0;
                                J: st.global.u32 [%rd0], 1;
                                """)
                        .run(2, 64);

        isOnly(
                findings,
                Kind.BARRIER_DIVERGENCE,
                "test.ptx:23:1: k CTA (0, 0, 0) thread (32, 0, 0): a warp reaches barrier"
                        + " 0, which one of its threads bypasses; test.ptx:26:1: k CTA (0, 0, 0)"
                        + " thread (33, 0, 0): exit");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@!%p1 bra B; bra J; B: bar.sync 0; J: st.global.u32 [%rd0], 1;",
                "@%p1 bra J; bra B; J: st.global.u32 [%rd0], 1; bra E; B: bar.sync 0; bra J; E:",
                "@!%p1 bra B; J: st.global.u32 [%rd0], 1; bra E; B: bar.sync 0; bra J; E:",
                "@%p1 bra C; bar.sync 0; J: st.global.u32 [%rd0], 1; bra E;"
                        + " C: add.u32 %r2, %r0, 1; bra J; E:",
                "@!%p1 bra B; add.u32 %r2, %r0, 1; bra J; B: bar.sync 0;"
                        + " J: st.global.u32 [%rd0], 1;",
                "@!%p1 bra B; J: st.global.u32 [%rd0], 1; ret; B: bar.sync 0; bra J;",
                "@!%p1 bar.sync 0; st.global.u32 [%rd0], 1;",
                "@!%p1 barrier.sync.aligned 0; st.global.u32 [%rd0], 1;",
                "@%p3 bra E; @%p1 bra J; bar.sync 0; J: st.global.u32 [%rd0], 1; E:",
                "mov.b32 %r5, 7; @%p1 bra J; bar.sync 0; mov.b32 %r5, 1;"
                        + " J: st.global.u32 [%rd0], %r0; st.global.u32 [%rd0], %r5;",
                "@%p1 bra J; bar.sync 0; J: red.global.add.u32 [%rd0], 1;"
            })
    void aBypassedBarrierIsReportedInEachOrderOfTheCode(String body) {
        assertThat(CheckedKernel.running(ODD + body).run(1, 64))
                .hasSize(1)
                .allMatch(finding -> finding.kind() == Kind.BARRIER_DIVERGENCE);
    }

    @Test
    void threadsThatLeaveALoopWithABarrierBypassIt() {
        var findings =
                CheckedKernel.running(
                                """
                                mov.u32 %r1, 0;
                                L: setp.ge.u32 %p1, %r1, %r0;
                                @%p1 bra J;
                                bar.sync 0;
                                add.u32 %r1, %r1, 32;
                                bra L;
                                J: st.global.u32 [%rd0], 1;
                                """)
                        .run(1, 16);

        assertThat(findings)
                .singleElement()
                .asString()
                .contains("thread (1, 0, 0): a warp reaches barrier 0, which one of its threads")
                .endsWith("thread (0, 0, 0): exit");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // Kernel `exited_barrier` of faults.cu: an early return.
                "@%p1 bra E; bar.sync 0; st.global.u32 [%rd0], 1; E:",
                "@!%p1 bra B; bra E; B: bar.sync 0; st.global.u32 [%rd0], 1; E:",
                "@%p1 bra E; bar.sync 0; st.global.u32 [%rd0], 1; E: bra F; F: ret;",
                "@%p1 bra E; bar.sync 0; ret; E:",
                // An early return with work of its own.
                "@%p1 bra W; bar.sync 0; st.global.u32 [%rd0], 1; ret; W: st.global.u32 [%rd0], 2;",
                "@%p1 bra W; bar.sync 0; st.global.u32 [%rd0], 1; bra E;"
                        + " W: st.global.u32 [%rd0], 2; E:",
                // The same, whose store clang 22 at O2 merges with that after the barrier.
                "mov.b32 %r5, 7; @%p1 bra J; bar.sync 0; mov.b32 %r5, 1;"
                        + " J: st.global.u32 [%rd0], %r5;",
                "mov.b64 %rd5, %rd0; @%p1 bra J; bar.sync 0; mov.b64 %rd5, %rd0;"
                        + " J: add.u64 %rd6, %rd5, 0; st.u32 [%rd6], 1;",
                "mov.b32 %r5, 7; @!%p1 bar.sync 0; @!%p1 mov.b32 %r5, 1;"
                        + " st.global.u32 [%rd0], %r5;",
                // Work of the threads that arrive only.
                "@%p1 bra E; bar.sync 0; setp.lt.u32 %p2, %r0, 8; @%p2 bra E;"
                        + " st.global.u32 [%rd0], 1; E:",
                // No aligned barrier.
                "@%p1 bra J; barrier.sync 0; J: st.global.u32 [%rd0], 1;",
                // Two groups that arrive at one instruction, and two that do not wait.
                "@%p1 bra C; B: bar.sync 0; st.global.u32 [%rd0], 1; bra E;"
                        + " C: add.u32 %r2, %r0, 1; bra B; E:",
                "setp.gt.u32 %p2, %r0, 31; @%p2 bra S; and.b32 %r1, %r0, 1;"
                        + " setp.eq.u32 %p1, %r1, 1; @%p1 bra C; B: bar.arrive 0, 64; bra J;"
                        + " C: add.u32 %r2, %r0, 1; bra B; S: bar.sync 0, 64;"
                        + " J: st.global.u32 [%rd0], 1;",
                // Loops in which threads return.
                "L: bar.sync 0; st.global.u32 [%rd0], 1; @%p1 bra E; @%p4 bra E;"
                        + " setp.eq.u32 %p4, %r0, %r0; bra L; E:",
                "L: @%p1 bra W; bar.sync 0; st.global.u32 [%rd0], 1; setp.eq.u32 %p4, %r0, %r0;"
                        + " @!%p4 bra L; st.global.u32 [%rd0], 3; bra E;"
                        + " W: st.global.u32 [%rd0], 2; E:",
            })
    void threadsThatReturnEarlyDoNotBypass(String body) {
        assertThat(CheckedKernel.running("setp.ne.u32 %p4, %r0, %r0;\n" + ODD + body).run(1, 64))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    # The call is bypassed.
                    bar.sync 0;                   | @%p1 bra J; call f; J: st.global.u32 [%rd0], 1; | 1
                    # The function returns without the barrier.
                    @%p1 bra E; bar.sync 0; E:    | call f; st.global.u32 [%rd0], 1;                | 1
                    # The kernel has no code after the call: not reported (open.md).
                    @%p1 bra J; bar.sync 0; J: add.u32 %r2, %r0, 1;  | call f;                      | 0
                    @%p1 bra E; bar.sync 0; add.u32 %r2, %r0, 1; E: | call f;                      | 0
                    bar.sync 0;                   | @%p1 bra E; call f; st.global.u32 [%rd0], 1; E: | 0
                    # Threads exit inside a function that they call.
                    exit;           | @%p1 bra C; bar.sync 0; bra J; C: call f; J: st.global.u32 [%rd0], 1; | 0
                    """)
    void aFunctionWithABarrierIsBypassedByItsCall(String function, String kernel, int findings) {
        assertThat(calling(function, kernel).run(1, 64))
                .hasSize(findings)
                .allMatch(finding -> finding.kind() == Kind.BARRIER_DIVERGENCE);
    }

    /// A kernel that may call `f`.
    private static CheckedKernel calling(String function, String kernel) {
        return CheckedKernel.of(
                "test.ptx",
                """
                .version 7.0
                .target sm_75
                .address_size 64
                .func f()
                {
                .reg .pred %%p<5>;
                .reg .b32 %%r<5>;
                mov.u32 %%r0, %%tid.x;
                %1$s
                %2$s
                ret;
                }
                .visible .entry k(.param .u64 out)
                {
                .reg .pred %%p<5>;
                .reg .b32 %%r<5>;
                .reg .b64 %%rd<2>;
                mov.u32 %%r0, %%tid.x;
                ld.param.u64 %%rd1, [out];
                mad.wide.u32 %%rd0, %%r0, 4, %%rd1;
                %1$s
                %3$s
                ret;
                }
                """
                        .formatted(ODD, function, kernel));
    }
}
