package org.offloadtck.checks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.checks.finding.KernelFinding.Kind;

/// Races with a part of what a warp accesses as a whole. The warp that arrives last at a barrier
/// goes on first.
final class CoalescedAccessesTest {

    /// The address of a word of shared memory for each thread, and of the same word for 16 threads.
    private static final String WORDS =
            """
            mov.u64 %rd1, s;
            mad.wide.u32 %rd2, %r0, 4, %rd1;
            and.b32 %r1, %r0, 15;
            mad.wide.u32 %rd3, %r1, 4, %rd1;
            setp.eq.u32 %p1, %r0, 8;
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    ld.shared.u32 %r2, [%rd2]; @%p1 st.shared.u32 [s+148], 9;  | store | 37 | load
                    st.shared.u32 [%rd2], %r0; @%p1 st.shared.u32 [s+220], 99; | store | 55 | store
                    st.shared.u32 [%rd2], %r0; @%p1 ld.shared.u32 %r2, [s+188]; | load | 47 | store
                    """)
    void namesTheThreadThatAccessedTheWord(String code, String mine, int other, String theirs) {
        var findings =
                CheckedKernel.running(WORDS + "st.shared.u32 [%rd2], 0; bar.sync 0;" + code)
                        .run(1, 64);

        assertThat(findings).isNotEmpty();
        assertThat(findings.getFirst().toString())
                .contains("thread (8, 0, 0): " + mine + " of 4 bytes")
                .contains("thread (%d, 0, 0): %s of 4 bytes".formatted(other, theirs));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // a store of one warp, then an atomic of another
                "st.shared.u32 [%rd2], %r0; atom.shared.add.u32 %r2, [s+128], 1;",
                // a load, then an atomic of another warp
                "ld.shared.u32 %r2, [%rd2]; atom.shared.add.u32 %r2, [%rd3], 1;",
                // an atomic, then a load by another warp
                "atom.shared.add.u32 %r2, [%rd3], 1; ld.shared.u32 %r2, [%rd3];",
            })
    void findsRacesWithAtomicsOfWholeWarps(String code) {
        var findings =
                CheckedKernel.running(WORDS + "st.shared.u32 [%rd2], 0; bar.sync 0;" + code)
                        .run(1, 64);

        assertThat(findings).isNotEmpty().allMatch(each -> each.kind() == Kind.RACE);
    }

    @Test
    void atomicsOfWholeWarpsBetweenBarriersRaceWithNothing() {
        var findings =
                CheckedKernel.running(
                                WORDS
                                        + """
                                        st.shared.u32 [%rd2], 0;
                                        bar.sync 0;
                                        mul.wide.u32 %rd4, %r1, 8;
                                        add.u64 %rd4, %rd4, %rd1;
                                        atom.shared.add.u32 %r2, [%rd4], 1;
                                        add.u32 %r2, %r2, 1;
                                        bar.sync 0;
                                        ld.shared.u32 %r3, [%rd2];
                                        """)
                        .run(3, 64);

        assertThat(findings).isEmpty();
    }

    @Test
    void anAtomicOnUnsetMemoryIsFoundWhereItsValueDecides() {
        var findings =
                CheckedKernel.running(
                                WORDS
                                        + """
                                        atom.shared.add.u32 %r2, [%rd2], 1;
                                        add.u32 %r2, %r2, 1;
                                        setp.eq.u32 %p2, %r2, 1;
                                        @%p2 bra end;
                                        st.global.u32 [%rd0], 1;
                                        end:
                                        """)
                        .run(1, 64);

        assertThat(findings).hasSize(1);
    }
}
