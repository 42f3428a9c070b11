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

    /// `%rd1` is a block whose second word points to another one.
    private static final String LIST =
            ALLOCATE + "mov.u64 %rd2, %rd1;" + ALLOCATE + "st.u64 [%rd1+8], %rd2;";

    @Test
    void namesTheSharedVariableThatLeadsToTheBlocks() {
        var findings =
                CheckedKernel.of("test.ptx", source(".shared .align 8 .u64 table;", LIST))
                        .run(1, 1);

        assertThat(findings).hasSize(2);
        assertThat(findings)
                .allSatisfy(finding ->
                        assertThat(finding.toString())
                                .endsWith(
                                        "24 bytes that a kernel allocated were never freed; 'table'"
                                                + " led to them at a barrier or when the CTA"
                                                + " ended"));
    }

    @Test
    void namesTheVariableOfAThreadThatLeadsToTheBlocks() {
        var findings =
                CheckedKernel.of("test.ptx", source(".local .align 8 .u64 table;", LIST))
                        .run(2, 64);

        assertThat(findings).hasSize(2);
        assertThat(findings)
                .allSatisfy(finding ->
                        assertThat(finding.toString())
                                .contains(
                                        "3072 bytes that a kernel allocated in 128 blocks, in 128"
                                                + " threads, were never freed; 'table' led"));
    }

    @Test
    void namesTheVariableThatLedToTheBlocksAtABarrier() {
        var forgets = "st.local.u64 [table], %rd1; bar.sync 0; mov.u64 %rd1, 0;";
        var findings =
                CheckedKernel.of(
                                "test.ptx",
                                source(".local .align 8 .u64 table;", ALLOCATE + forgets))
                        .run(2, 64);

        assertThat(findings)
                .singleElement()
                .satisfies(finding -> assertThat(finding.toString()).contains("'table' led"));
    }

    @Test
    void blocksThatNoVariableLeadsToAreNamedApart() {
        var findings =
                CheckedKernel.of(
                                "test.ptx",
                                source(
                                        ".shared .align 8 .u64 table;",
                                        ALLOCATE + "setp.ne.u32 %p1, %r0, 0; @%p1 ret;"))
                        .run(1, 32);

        assertThat(findings).hasSize(2);
        assertThat(findings.stream().filter(each -> each.toString().contains("'table' led")))
                .hasSize(1);
    }

    /// A kernel that stores the block in `%rd1` to `table`.
    private static String source(String table, String body) {
        var space = table.substring(0, table.indexOf(' '));
        return """
        .version 7.0
        .target sm_75
        .address_size 64
        %s
        .extern .func (.param .b64 r) malloc(.param .b64 n);
        .visible .entry k(.param .u64 out)
        {
        .reg .pred %%p<2>;
        .reg .b32 %%r<2>;
        .reg .b64 %%rd<4>;
        mov.u32 %%r0, %%tid.x;
        %s
        st%s.u64 [table], %%rd1;
        ret;
        }
        """
                .formatted(table, body, space);
    }

    @Test
    void whatIsFreedIsNone() {
        assertThat(CheckedKernel.running(ALLOCATE + FREE).run(2, 64)).isEmpty();
    }
}
