package org.offloadtck.checks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.offloadtck.checks.finding.KernelFinding.Kind;

/// What kernels allocate and do not free.
final class LeakcheckTest {

    private static final String ALLOCATE =
            """
            {
            .param .b64 n;
            .param .b64 p;
            st.param.b64 [n], 24;
            call (p), malloc, (n);
            ld.param.b64 %rd1, [p];
            }
            """;

    private static final String FREE =
            """
            {
            .param .b64 q;
            st.param.b64 [q], %rd1;
            call free, (q);
            }
            """;

    @Test
    void isToldWithThePlaceOfItsAllocation() {
        var findings = CheckedKernel.running(ALLOCATE).run(1, 1);

        assertThat(findings).hasSize(1);
        assertThat(findings.getFirst().kind()).isEqualTo(Kind.LEAK);
        assertThat(findings.getFirst())
                .hasToString(
                        "test.ptx:22:1: k CTA (0, 0, 0) thread (0, 0, 0): 24 bytes that a kernel"
                                + " allocated were never freed");
    }

    @Test
    void blocksOfOnePlaceAreToldAtOnceWithTheFirstThreads() {
        var findings =
                CheckedKernel.running(
                                "and.b32 %r1, %r0, 1; setp.eq.u32 %p1, %r1, 0; @%p1 ret;"
                                        + ALLOCATE)
                        .run(2, 64);

        assertThat(findings)
                .singleElement()
                .hasToString(
                        "test.ptx:22:1: k CTA (0, 0, 0) thread (1, 0, 0): 1536 bytes that a kernel"
                                + " allocated in 64 blocks, in 64 threads, were never freed"
                                + other(3)
                                + other(5)
                                + other(7));
    }

    private static String other(int thread) {
        return "; test.ptx:22:1: k CTA (0, 0, 0) thread (%d, 0, 0): malloc of 24 bytes"
                .formatted(thread);
    }

    @Test
    void whatIsFreedIsNone() {
        assertThat(CheckedKernel.running(ALLOCATE + FREE).run(2, 64)).isEmpty();
    }
}
