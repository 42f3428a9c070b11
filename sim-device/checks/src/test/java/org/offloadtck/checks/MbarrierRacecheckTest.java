package org.offloadtck.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.checks.finding.KernelFinding.Kind;

/// An arrival at an `mbarrier` and a wait for its phase order the threads, and nothing else does.
final class MbarrierRacecheckTest {

    /// The address of a word in shared memory for each thread, and of that of the other warp.
    private static final String WORDS =
            """
            mov.u64 %rd1, s;
            mad.wide.u32 %rd2, %r0, 4, %rd1;
            xor.b32 %r1, %r0, 32;
            mad.wide.u32 %rd3, %r1, 4, %rd1;
            """;

    /// An `mbarrier` at `s+512` for the threads of the first warp.
    private static final String OBJECT =
            """
            setp.eq.u32 %p1, %r0, 0;
            @%p1 mbarrier.init.shared.b64 [s+512], 32;
            bar.sync 0;
            setp.ge.u32 %p2, %r0, 32;
            """;

    private static final String WAIT =
            " W: mbarrier.WAIT.shared.b64 %p3, [s+512], 0; @!%p3 bra W;"
                    + " ld.shared.u32 %r2, [%rd3]; E:";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mbarrier.arrive.shared.b64 _, [s+512]; bra E;",
                "mbarrier.arrive.release.cta.shared::cta.b64 _, [s+512]; bra E;",
                "mbarrier.arrive_drop.shared.b64 %rd4, [s+512]; bra E;",
                "mbarrier.arrive.expect_tx.shared.b64 _, [s+512], 0; bra E;",
                "cp.async.mbarrier.arrive.noinc.shared.b64 [s+512]; bra E;",
                "membar.cta; mbarrier.arrive.relaxed.cta.shared::cta.b64 _, [s+512]; bra E;",
            })
    void anMbarrierOrdersWhatArrivesBeforeWhatWaits(String arrival) {
        for (var wait : List.of("test_wait.parity", "try_wait.parity.acquire.cta")) {
            var body = OBJECT + "@%p2 bra W; st.shared.u32 [%rd2], %r0; " + arrival + WAIT;

            assertThat(CheckedKernel.running(WORDS + body.replace("WAIT", wait)).run(1, 64))
                    .as(wait)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // what is written after the arrival
                "@%p2 bra W; mbarrier.arrive.shared.b64 _, [s+512]; st.shared.u32 [%rd2], %r0; bra E;",
                // an arrival that does not release
                "@%p2 bra W; st.shared.u32 [%rd2], %r0; mbarrier.arrive.relaxed.cta.shared::cta.b64 _,"
                        + " [s+512]; bra E;",
                // a load before the wait
                "@%p2 ld.shared.u32 %r2, [%rd3]; @%p2 bra W; st.shared.u32 [%rd2], %r0;"
                        + " mbarrier.arrive.shared.b64 _, [s+512]; bra E;"
            })
    void anMbarrierOrdersNothingElse(String body) {
        var whole = WORDS + OBJECT + body + WAIT.replace("WAIT", "try_wait.parity");

        assertThat(CheckedKernel.running(whole).run(1, 64))
                .isNotEmpty()
                .allMatch(finding -> finding.kind() == Kind.RACE);
    }

    @Test
    void anMbarrierThatIsUsedBeforeItIsSeenIsARace() {
        var body = OBJECT.replace("bar.sync 0;", "") + "mbarrier.arrive.shared.b64 _, [s+512];";

        assertThat(CheckedKernel.running(body).run(1, 32))
                .isNotEmpty()
                .allMatch(finding -> finding.kind() == Kind.RACE);
    }
}
