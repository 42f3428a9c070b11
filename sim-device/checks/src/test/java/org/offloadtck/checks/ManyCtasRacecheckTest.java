package org.offloadtck.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.KernelFinding.Kind;

/// Races and the order of accesses in launches in which many CTAs do the same.
final class ManyCtasRacecheckTest {

    private static final int CTAS = 9;

    /// How threads of a CTA meet, one of those that meet thread 0, and one that does not.
    private static final String MEETINGS =
            """
            @!%p5 barrier.sync 1, 64; | 32 | 64
            @!%p4 bar.warp.sync 3;    | 1  | 2
            """;

    private static final Pattern LINE = Pattern.compile("test\\.ptx:(\\d+)");

    /// Thread 0 of CTA 0 writes a word that thread 0 of CTA 2 reads. CTA 1 passes the order on,
    /// from one word to another.
    ///
    /// @param first what CTA 0 does before
    /// @param acquired the word at which CTA 1 acquires
    private static String chain(String first, String acquired) {
        return """
        mov.u32 %%r1, %%ctaid.x;
        setp.ne.u32 %%p1, %%r0, 0;
        @%%p1 bra E;
        setp.eq.u32 %%p2, %%r1, 0;
        setp.eq.u32 %%p3, %%r1, 1;
        setp.eq.u32 %%p4, %%r1, 2;
        %s
        @%%p2 st.global.u32 [%%rd9], 1;
        @%%p2 atom.global.exch.b32 %%r3, [lock], 1;
        @%%p3 atom.global.exch.b32 %%r3, [%s], 1;
        @%%p3 atom.global.exch.b32 %%r3, [count], 1;
        @%%p4 atom.global.exch.b32 %%r3, [count], 1;
        @%%p4 ld.global.u32 %%r4, [%%rd9];
        E:
        """
                .formatted(first, acquired);
    }

    private static final String COUNT_FIRST = "@%p2 atom.global.exch.b32 %r3, [count], 2;";

    @ParameterizedTest
    @ValueSource(strings = {"", COUNT_FIRST})
    void isNotFoundWhereAThirdCtaPassesTheOrderOn(String first) {
        assertThat(CheckedKernel.running(chain(first, "lock")).run(3, 32)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", COUNT_FIRST})
    void isFoundWhereTheThirdCtaAcquiredNothing(String first) {
        assertThat(CheckedKernel.running(chain(first, "count")).run(3, 32))
                .singleElement()
                .matches(finding -> finding.kind() == Kind.RACE);
    }

    /// Warp 0 writes a word of its CTA and meets warp 1 at a barrier, and thread 64 reads the word.
    ///
    /// @param release what thread 32 does before
    private static String handOver(String release) {
        return """
        mov.u32 %%r1, %%ctaid.x;
        mad.wide.u32 %%rd1, %%r1, 4, %%rd9;
        shr.u32 %%r2, %%r0, 5;
        setp.eq.u32 %%p1, %%r2, 2;
        setp.eq.u32 %%p2, %%r0, 0;
        setp.eq.u32 %%p3, %%r0, 32;
        setp.eq.u32 %%p4, %%r0, 64;
        @%%p2 st.global.u32 [%%rd1], %%r1;
        @!%%p1 barrier.sync 1, 64;
        %s
        @%%p4 atom.global.exch.b32 %%r3, [lock], 1;
        @%%p4 ld.global.u32 %%r4, [%%rd1];
        """
                .formatted(release);
    }

    @Test
    void isNotFoundWhereAThreadPassesOnTheOrderOfABarrierInEachCta() {
        var body = handOver("@%p3 atom.global.exch.b32 %r3, [lock], 1;");

        assertThat(CheckedKernel.running(body).run(CTAS, 96)).isEmpty();
    }

    @Test
    void isFoundWhereNoThreadPassesTheOrderOn() {
        assertThat(CheckedKernel.running(handOver("")).run(CTAS, 96))
                .singleElement()
                .matches(finding -> finding.kind() == Kind.RACE);
    }

    /// Threads of CTA 0 meet in parts; one of them passes on to CTA 1 what another one wrote.
    ///
    /// @param thread that passes it on
    /// @param scope of the release
    private static String handOverToAnotherCta(String meet, int thread, String scope) {
        return """
        mov.u32 %%r1, %%ctaid.x;
        setp.ne.u32 %%p1, %%r1, 0;
        setp.eq.u32 %%p2, %%r0, 0;
        setp.eq.u32 %%p3, %%r0, %d;
        setp.gt.u32 %%p4, %%r0, 1;
        setp.gt.u32 %%p5, %%r0, 63;
        @%%p1 bra READER;
        @%%p2 st.global.u32 [%%rd9], 5;
        %s
        @%%p3 fence.acq_rel.%s;
        @%%p3 atom.relaxed.%s.global.exch.b32 %%r3, [lock], 1;
        bra E;
        READER:
        @!%%p2 bra E;
        atom.global.exch.b32 %%r3, [lock], 2;
        ld.global.u32 %%r4, [%%rd9];
        E:
        """
                .formatted(thread, meet, scope, scope);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = MEETINGS)
    void isNotFoundWhereAThreadPassesOnTheOrderOfAPartOfItsCta(String meet, int thread) {
        assertThat(CheckedKernel.running(handOverToAnotherCta(meet, thread, "gpu")).run(2, 96))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = MEETINGS)
    void isFoundWhereTheThreadDidNotMeetTheOther(String meet, int thread, int other) {
        assertThat(CheckedKernel.running(handOverToAnotherCta(meet, other, "gpu")).run(2, 96))
                .singleElement()
                .matches(finding -> finding.kind() == Kind.RACE);
    }

    /// The atomics race, too.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = MEETINGS)
    void isFoundWhereTheThreadReleasesToItsCtaOnly(String meet, int thread) {
        assertThat(CheckedKernel.running(handOverToAnotherCta(meet, thread, "cta")).run(2, 96))
                .hasSize(2)
                .allMatch(finding -> finding.kind() == Kind.RACE);
    }

    /// The load and the first store of a CTA race with the second store of the CTA before, those of
    /// the last CTA with the third store.
    @Test
    void isFoundForALoadWithAnotherStoreAfterItRacedOften() {
        var body =
                """
                mov.u32 %r1, %ctaid.x;
                setp.eq.u32 %p1, %r1, 7;
                ld.global.u32 %r2, [%rd0];
                st.global.u32 [%rd0], %r1;
                add.u32 %r1, %r1, 100;
                st.global.u32 [%rd0], %r1;
                @%p1 st.global.u32 [%rd0], 300;
                """;

        assertThat(CheckedKernel.running(body).run(CTAS, 64))
                .extracting(ManyCtasRacecheckTest::lines)
                .containsExactly(
                        List.of("20", "23"),
                        List.of("21", "23"),
                        List.of("21", "20"),
                        List.of("20", "24"),
                        List.of("21", "24"));
    }

    private static List<String> lines(KernelFinding finding) {
        return LINE.matcher(finding.toString()).results().map(line -> line.group(1)).toList();
    }
}
