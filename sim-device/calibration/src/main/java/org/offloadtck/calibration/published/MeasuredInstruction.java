package org.offloadtck.calibration.published;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Module;

/// PTX instructions whose time or rate was published.
enum MeasuredInstruction {
    ADD_U32("add.u32 %%r%d, %%r%<d, %%r9;"),
    MUL_U32("mul.lo.u32 %%r%d, %%r%<d, %%r9;"),
    MAD_U32("mad.lo.u32 %%r%d, %%r%<d, %%r9, %%r10;"),
    AND_B32("and.b32 %%r%d, %%r%<d, %%r9;"),
    POPC_B32("popc.b32 %%r%d, %%r%<d;"),
    CLZ_B32("clz.b32 %%r%d, %%r%<d;"),
    BREV_B32("brev.b32 %%r%d, %%r%<d;"),
    BFE_U32("bfe.u32 %%r%d, %%r%<d, %%r9, %%r10;"),
    DIV_S32("div.s32 %%r%d, %%r%<d, %%r9;"),
    REM_S32("rem.s32 %%r%d, %%r%<d, %%r9;"),
    ADD_F32("add.rn.f32 %%f%d, %%f%<d, %%f9;"),
    MUL_F32("mul.rn.f32 %%f%d, %%f%<d, %%f9;"),
    FMA_F32("fma.rn.f32 %%f%d, %%f%<d, %%f9, %%f10;"),
    DIV_F32("div.rn.f32 %%f%d, %%f%<d, %%f9;"),
    RCP_F32("rcp.rn.f32 %%f%d, %%f%<d;"),
    SQRT_F32("sqrt.rn.f32 %%f%d, %%f%<d;"),
    RCP_APPROX_F32("rcp.approx.f32 %%f%d, %%f%<d;"),
    RSQRT_APPROX_F32("rsqrt.approx.f32 %%f%d, %%f%<d;"),
    SQRT_APPROX_F32("sqrt.approx.f32 %%f%d, %%f%<d;"),
    SIN_APPROX_F32("sin.approx.f32 %%f%d, %%f%<d;"),
    EX2_APPROX_F32("ex2.approx.f32 %%f%d, %%f%<d;"),
    FMA_F16X2("fma.rn.f16x2 %%r%d, %%r%<d, %%r9, %%r10;"),
    ADD_F64("add.rn.f64 %%d%d, %%d%<d, %%d9;"),
    FMA_F64("fma.rn.f64 %%d%d, %%d%<d, %%d9, %%d10;"),
    RCP_F64("rcp.rn.f64 %%d%d, %%d%<d;"),
    DIV_F64("div.rn.f64 %%d%d, %%d%<d, %%d9;");

    /// The kernel of [#module].
    static final String KERNEL = "instructions";

    private static final String SET =
            """
            mov.u32 %%r%d, %%tid.x;
            cvt.rn.f32.u32 %%f%<d, %%r%<d;
            cvt.rn.f64.u32 %%d%<d, %%r%<d;
            """;

    private static final String STORE =
            """
            st.global.u32 [%%rd2], %%r%d;
            st.global.f32 [%%rd2+8], %%f%<d;
            st.global.f64 [%%rd2+16], %%d%<d;
            """;

    private final String template;

    MeasuredInstruction(String template) {
        this.template = template;
    }

    /// Mnemonic and modifiers.
    String text() {
        return template.substring(0, template.indexOf(' '));
    }

    static Optional<MeasuredInstruction> of(String text) {
        return Arrays.stream(values()).filter(each -> each.text().equals(text)).findFirst();
    }

    /// A module whose threads execute the instruction some times.
    ///
    /// @param chains of instructions that each need the one before in their chain, 8 at most
    Module module(int times, int chains) {
        var steps =
                IntStream.range(0, times)
                        .mapToObj(i -> template.formatted(i % chains))
                        .collect(Collectors.joining("\n"));
        // Registers 0 to 7 are operands and results, 9 and 10 operands.
        var text =
                """
                .version 6.4
                .target sm_75
                .address_size 64
                .visible .entry %s(.param .u64 in, .param .u64 out)
                {
                .reg .b32 %%r<12>;
                .reg .f32 %%f<12>;
                .reg .f64 %%d<12>;
                .reg .b64 %%rd<4>;
                ld.param.u64 %%rd1, [in];
                ld.param.u64 %%rd2, [out];
                mov.u32 %%r9, %%ntid.x;
                mov.u32 %%r10, %%nctaid.x;
                cvt.rn.f32.u32 %%f9, %%r9;
                cvt.rn.f32.u32 %%f10, %%r10;
                cvt.rn.f64.u32 %%d9, %%r9;
                cvt.rn.f64.u32 %%d10, %%r10;
                %s
                %s
                %s
                ret;
                }
                """
                        .formatted(KERNEL, each(SET, chains), steps, each(STORE, chains));
        return new Module("%s x %d of %d.ptx".formatted(text(), times, chains), text);
    }

    private static String each(String lines, int chains) {
        return IntStream.range(0, chains).mapToObj(lines::formatted).collect(Collectors.joining());
    }
}
