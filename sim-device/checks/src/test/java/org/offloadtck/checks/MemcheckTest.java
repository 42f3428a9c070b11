package org.offloadtck.checks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.offloadtck.checks.finding.KernelFinding.Kind;

/// Accesses to the heap of `malloc` outside its blocks, after which kernels continue.
final class MemcheckTest {

    /// `%rd1` is a block of 24 bytes.
    private static final String ALLOCATE =
            """
            { .param .b64 n; .param .b64 p;
            st.param.b64 [n], 24;
            call (p), malloc, (n);
            ld.param.b64 %rd1, [p]; }
            """;

    private static final String FREE =
            "{ .param .b64 q; st.param.b64 [q], %rd1; call free, (q); }\n";

    @Test
    void reportsAnAccessPastABlock() {
        var findings = CheckedKernel.running(ALLOCATE + "st.u64 [%rd1+24], 1;\n" + FREE).run(2, 32);

        assertThat(findings).hasSize(1);
        assertThat(findings.getFirst().kind()).isEqualTo(Kind.OUT_OF_BOUNDS);
        assertThat(findings.getFirst().toString())
                .startsWith("test.ptx:")
                .contains("k CTA (0, 0, 0) thread (0, 0, 0): store of 8 bytes at 0x")
                .contains("is 0 bytes past the end of 'malloc' (24 bytes at");
    }

    @Test
    void reportsAnAccessToAFreedBlock() {
        var findings = CheckedKernel.running(ALLOCATE + FREE + "st.u64 [%rd1], 1;\n").run(1, 1);

        assertThat(findings).singleElement().matches(found -> found.kind() == Kind.USE_AFTER_FREE);
    }
}
