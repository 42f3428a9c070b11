package org.offloadtck.checks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.checks.finding.KernelFinding.Kind;

/// Numbers of accesses are freed and given anew within a launch, after 2^20 of them.
final class ManyAccessesTest {

    private static final int THREADS = 96;

    /// Rounds of three warps, each with a store after a barrier, that take half of the numbers.
    private static final String MANY = "180000";

    /// A loop of all warps, with its label and the number of rounds.
    private static final String LOOP =
            """
            mov.u32 %%r2, 0;
            %1$s:
            st.shared.u32 [%%rd2], %%r2;
            barrier.sync 2;
            add.u32 %%r2, %%r2, 1;
            setp.lt.u32 %%p3, %%r2, %2$s;
            @%%p3 bra %1$s;
            """;

    /// Warp 0 arrives at barrier 1 between two loops, and warp 1 waits there after them.
    private static String kernel(String rounds, String beforeArrival, String afterArrival) {
        return """
        mov.u64 %rd1, s;
        mad.wide.u32 %rd2, %r0, 4, %rd1;
        shr.u32 %r4, %r0, 5;
        setp.eq.u32 %p1, %r4, 0;
        setp.eq.u32 %p2, %r4, 1;
        """
                + LOOP.formatted("FIRST", rounds)
                + beforeArrival
                + "@%p1 barrier.arrive 1, 64;\n"
                + LOOP.formatted("SECOND", rounds)
                + afterArrival
                + """
                @!%p2 bra END;
                barrier.sync 1, 64;
                ld.shared.u32 %r3, [%rd2+384];
                END:
                """;
    }

    private static final String STORE = "@%p1 st.shared.u32 [%rd2+512], 7;\n";

    @ParameterizedTest
    @ValueSource(strings = {"1", MANY})
    void aStoreAfterAnArrivalRacesWithALoadBehindTheBarrier(String rounds) {
        var bench = CheckedKernel.running(kernel(rounds, "", STORE));

        assertThat(bench.run(1, THREADS))
                .singleElement()
                .matches(finding -> finding.kind() == Kind.RACE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", MANY})
    void aStoreBeforeAnArrivalDoesNot(String rounds) {
        var bench = CheckedKernel.running(kernel(rounds, STORE, ""));

        assertThat(bench.run(1, THREADS)).isEmpty();
    }
}
