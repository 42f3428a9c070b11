package org.offloadtck.checks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.checks.finding.KernelFinding.Kind;

/// How threads may come to a barrier, and how not.
final class SynccheckTest {

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

        assertThat(findings).hasSize(1);
        assertThat(findings.getFirst().kind()).isEqualTo(Kind.BARRIER_DIVERGENCE);
        assertThat(findings.getFirst())
                .hasToString(
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

        assertThat(findings).hasSize(1);
        assertThat(findings.getFirst().kind()).isEqualTo(Kind.MISSED_BARRIER);
        assertThat(findings.getFirst())
                .hasToString(
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
}
