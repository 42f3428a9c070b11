package org.offloadtck.engine.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.engine.load.ProgramLoader;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.text.PtxParser;

/// Instructions that make a kernel depend on the order of its CTAs.
class CtaOrderAnalysisTest {

    private static LoadedProgram image(String ptx) {
        return ProgramLoader.load(
                PtxParser.parse("a.ptx", ptx), GlobalMemory.ofCapacity(16 << 20, Arena.ofAuto()));
    }

    private static CtaOrderDependence order(String body) {
        return order("", body);
    }

    private static CtaOrderDependence order(String before, String body) {
        var image =
                image(
                        """
                        .version 7.0
                        .target sm_75
                        .address_size 64
                        .extern .func (.param .b64 p) malloc(.param .b64 n);
                        .extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
                        %s
                        .visible .entry k(.param .u64 out) {
                        .shared .b32 own; .local .b32 mine;
                        .reg .pred %%p<3>; .reg .b32 %%r<9>; .reg .b64 %%rd<9>; .reg .f32 %%f<9>;
                        ld.param.u64 %%rd0, [out];
                        %s
                        ret;
                        }
                        """
                                .formatted(before, body));
        return CtaOrderDependence.of(image, image.kernel("k").orElseThrow());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ld.global.u32 %r1, [%rd0]; st.global.u32 [%rd0], %r1;",
                "red.global.add.u32 [%rd0], 1; red.add.u32 [%rd0+4], 2;",
                "red.global.add.s32 [%rd0], 1; red.add.u32 [%rd0+4], 2;",
                "atom.global.max.s64 %rd1, [%rd0], 1;",
                "atom.global.add.u32 _, [%rd0], 1;",
                "atom.shared.exch.b32 %r1, [own], 1; st.global.u32 [%rd0], %r1;",
                "atom.shared.add.f32 %f1, [own], 0f3F800000;",
                "mbarrier.arrive.b64 %rd1, [%rd0]; mbarrier.expect_tx.b64 [%rd0], 4;",
                "ld.volatile.shared.u32 %r1, [own];",
                "ld.relaxed.cta.u32 %r1, [%rd0];",
                "mov.u64 %rd1, own; cvta.shared.u64 %rd1, %rd1; atom.exch.b32 %r1, [%rd1], 1;",
                "mov.u64 %rd1, own; cvta.shared.u64 %rd1, %rd1; bra L; L: ld.volatile.u32 %r1,"
                        + " [%rd1];",
                "mov.u64 %rd1, own; cvta.shared.u64 %rd1, %rd1; ld.u32 %r1, [%rd0];"
                        + " mad.wide.u32 %rd2, %r1, 8, %rd1; atom.cas.b32 %r2, [%rd2+4], 0, 1;",
                "mov.u64 %rd1, own; cvta.shared.u64 %rd1, %rd1; mov.u64 %rd2, mine;"
                        + " cvta.local.u64 %rd2, %rd2; setp.eq.s64 %p1, %rd0, 0;"
                        + " selp.b64 %rd3, %rd1, %rd2, %p1; atom.add.f32 %f1, [%rd3], %f0;",
                "bar.sync 0; membar.gl; trap;"
            })
    void aKernelWithCommutingEffectsDoesNotDependOnTheOrder(String body) {
        assertThat(order(body)).isEqualTo(new CtaOrderDependence.Independent());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    atom.global.add.u32 %r1, [%rd0], 1; st.global.u32 [%rd0+4], %r1; | atom.global.add.u32: its result depends on the order of the CTAs
                    atom.add.u32 %r1, [%rd0], %r1; | atom.add.u32: its result depends on the order of the CTAs
                    red.global.add.f32 [%rd0], 0f3F800000; | red.global.add.f32: sums are rounded in the order of the CTAs
                    atom.global.exch.b32 %r1, [%rd0], 1; | atom.global.exch.b32: the value of the last CTA remains in memory
                    atom.global.cas.b64 %rd1, [%rd0], 1, 2; | atom.global.cas.b64: the value of the last CTA remains in memory
                    red.global.add.u32 [%rd0], 1; red.global.max.u32 [%rd0], 1; | red.global.max.u32: it does not commute with the kernel's other atomics
                    red.global.max.s32 [%rd0], 1; red.global.max.u32 [%rd0], 1; | red.global.max.u32: it does not commute with the kernel's other atomics
                    ld.volatile.global.u32 %r1, [%rd0]; | ld.volatile.global.u32: it may wait for another CTA's store
                    ld.acquire.gpu.u32 %r1, [%rd0]; | ld.acquire.gpu.u32: it may wait for another CTA's store
                    cvta.shared.u64 %rd1, %rd0; atom.exch.b32 %r1, [%rd1], 1; | atom.exch.b32: the value of the last CTA remains in memory
                    mov.u64 %rd1, own; cvta.shared.u64 %rd1, %rd1; add.s64 %rd1, %rd1, %rd0; atom.exch.b32 %r1, [%rd1], 1; | atom.exch.b32: the value of the last CTA remains in memory
                    mov.u64 %rd1, own; cvta.shared.u64 %rd1, %rd1; @%p1 mov.u64 %rd1, %rd0; atom.exch.b32 %r1, [%rd1], 1; | atom.exch.b32: the value of the last CTA remains in memory
                    mov.u64 %rd1, own; cvta.shared.u64 %rd1, %rd1; L: atom.exch.b32 %r1, [%rd1], 1; add.s64 %rd1, %rd1, 8; @%p1 bra L; | atom.exch.b32: the value of the last CTA remains in memory
                    @%p1 bra L; mov.u64 %rd1, own; cvta.shared.u64 %rd1, %rd1; L: atom.exch.b32 %r1, [%rd1], 1; | atom.exch.b32: the value of the last CTA remains in memory
                    mov.u32 %r1, %clock; | mov.u32: its value depends on what other CTAs execute
                    """)
    void reportsTheInstructionThatDependsOnTheOrder(String body, String reason) {
        assertThat(order(body).toString()).startsWith("a.ptx:").endsWith(": " + reason);
    }

    /// Returns a value of an atomic.
    private static final String TICKET =
            """
            %s .func f() { .reg .b32 %%r<3>; .reg .b64 %%rd<3>; mov.u64 %%rd1, next;
            atom.global.add.u32 %%r1, [%%rd1], 1; st.global.u32 [%%rd1], %%r1; ret; }
            """;

    private static final String NEXT = ".global .u32 next;\n";

    private static final String POINTER =
            """
            ld.global.u64 %rd1, [%rd0];
            shape: .callprototype _ ();
            call %rd1, (), shape;
            """;

    @Test
    void includesCalledFunctions() {
        String callee = NEXT + TICKET.formatted("");

        assertThat(order(callee, "")).isEqualTo(new CtaOrderDependence.Independent());
        assertThat(order(callee, "call f;").toString()).startsWith("a.ptx:8:1: atom");
    }

    @Test
    void anIndirectCallReachesEveryAddressTakenFunction() {
        String own = NEXT + TICKET.formatted("");
        String seen = NEXT + TICKET.formatted(".visible");
        String held = own + ".global .u64 table[1] = {f};";

        assertThat(order(own, POINTER)).isEqualTo(new CtaOrderDependence.Independent());
        assertThat(order(own, "mov.u64 %rd2, f;" + POINTER).toString()).contains("a.ptx:8:1: atom");
        assertThat(order(seen, POINTER).toString()).contains("a.ptx:8:1: atom");
        assertThat(order(held, POINTER).toString()).contains("a.ptx:8:1: atom");
    }

    @Test
    void mallocDoesNotDependOnTheOrder() {
        String body =
                """
                { .param .b64 size; .param .b64 block; st.param.b64 [size], 8;
                call (block), malloc, (size); }
                """;

        assertThat(order(body)).isEqualTo(new CtaOrderDependence.Independent());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "saxpy",
                "matmul_naive",
                "matmul_tiled",
                "reduce",
                "histogram",
                "nbody",
                "mandelbrot"
            })
    void peerKernelsDoNotDependOnTheOrder(String kernel) {
        var image = image(Corpus.text("ptx/peer_kernels.sm75.ptx"));

        assertThat(CtaOrderDependence.of(image, image.kernel(kernel).orElseThrow()))
                .isEqualTo(new CtaOrderDependence.Independent());
    }
}
