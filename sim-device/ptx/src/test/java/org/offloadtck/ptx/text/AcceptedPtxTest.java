package org.offloadtck.ptx.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.object.ptx.PtxSyntaxException;

/// Forms that assemblers accept and few compilers write.
final class AcceptedPtxTest {

    private static String module(String lines) {
        return ".version 8.0\n.target sm_90\n.address_size 64\n" + lines;
    }

    private static String kernel(String lines) {
        return module(
                """
                .visible .entry k(.param .u64 p)
                {
                .reg .pred %%p<9>; .reg .b16 %%rs<9>; .reg .b32 %%r<19>; .reg .b64 %%rd<9>;
                .reg .f32 %%f<9>; .reg .v2 .b32 %%v<4>; .reg .v4 .f32 %%w<4>;
                %s
                ret;
                }
                """
                        .formatted(lines));
    }

    private static void isAccepted(String text) {
        var reading = PtxParser.read("a.ptx", text);
        String printed = PtxPrinter.print(reading.module());

        assertThat(reading.warnings()).isEmpty();
        assertThat(PtxPrinter.print(PtxParser.parse("b.ptx", printed))).isEqualTo(printed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ld.global.u32 %r1, [%rd1+4+-8];",
                "%L1: setp.eq.u32 %p1, %r1, 0; @%p1 bra %L1; bra %L2; %L2:",
                "mov.v2.b32 %v1, %v2;",
                "mov.v4.f32 {%f1, %f2, %f3, %f4}, %w1;",
                "mov.v4.u32 {%r1, %r2, %r3, %r4}, %tid;",
                "prototype: .callprototype (.param .b32 _) _ (.param .b64 _)\nmov.u32 %r1, 0;",
                "tex.base.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f1, %f2}];",
                "tex.3d.v4.s32.f32 {%r1, %r2, %r3, _}|%p1, [%rd1, {%f1, %f2, %f3, %f3}];",
                "tex.level.a2d.v4.u32.f32 {%r1, %r2, %r3, %r4}, [%rd1, {%r1, %f1, %f2, %f2}], %f3;",
                "tex.grad.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f1}], {%f2}, {%f3};",
                "tld4.g.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f1, %f2}];",
                "suld.b.a1d.v2.b16.clamp {%rs1, %rs2}, [%rd1, {%r1, %r2}];",
                "sust.b.3d.b64.zero [%rd1, {%r1, %r2, %r3, %r3}], {%rd2};",
                "createpolicy.fractional.L2::evict_last.b64 %rd1, 0.5;",
                "createpolicy.fractional.L2::evict_first.L2::evict_unchanged.b64 %rd1;",
                "createpolicy.range.global.L2::evict_last.b64 %rd1, [%rd2], 1024, 2048;",
                "createpolicy.cvt.L2.b64 %rd1, 0x10F0000000000000;",
                "ld.global.L2::cache_hint.u32 %r1, [%rd2], %rd1;",
                "ld.global.nc.L1::no_allocate.L2::cache_hint.L2::128B.v2.u32 {%r1,%r2}, [%rd2],"
                        + " %rd1;",
                "st.global.L2::cache_hint.u32 [%rd2], %r1, %rd1;",
                "cp.async.cg.shared.global.L2::cache_hint [%r1], [%rd2], 16, %rd1;",
                "atom.global.add.L2::cache_hint.u32 %r1, [%rd2], %r3, %rd1;",
                "red.global.add.L2::cache_hint.u32 [%rd2], %r3, %rd1;",
                "ld.global.L2::evict_last.u32 %r1, [%rd2];",
                "applypriority.global.L2::evict_normal [%rd2], 128;",
                "discard.global.L2 [%rd2], 128;",
                "prefetch.global.L2::evict_last [%rd2];",
                "cvt.pack.sat.s16.s32 %r1, %r2, %r3;",
                "cvt.pack.sat.u2.s32.b32 %r1, %r2, -3, %r4;",
                "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc {%r1,%r2,%r3,%r4},"
                        + " {%r1,%r2,%r3,%r4}, {%r1,%r2}, {%r1,%r2,%r3,%r4};",
                "mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%r1,%r2},"
                        + " {%r1,%r2}, {%r1,%r2}, {%r1,%r2}, %r3, 3;",
                "wmma.mma.xor.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 {%r1,%r2}, {%r1},"
                        + " {%r1}, {%r1,%r2};",
                "ldmatrix.sync.aligned.m8n8.x2.trans.shared::cta.b16 {%r1,%r2}, [%r3+16];",
                "vadd.s32.s32.u32.sat.min %r1, %r2.h1, %r3.b0, %r4;",
                "vset2.s32.s32.ne.add %r1.h10, %r2.h21, %r3, %r4;",
                "vabsdiff4.u32.u32.u32 %r1.b20, %r2, %r3.b4567, %r4;",
                "vmad.s32.s32.s32.po.sat.shr15 %r1, %r2.b1, 7, %r4;",
                "vmad.s32.s32.u32.sat %r0, %r1, -%r2.h1, %r3;",
                "vmad.u32.u32.u32.shr7 %r0, -7, %r2, -%r3;",
                "mov.f32 %f1, .5; mov.f32 %f1, 1.; add.f32 %f1, %f2, -.5e1;",
                "movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r2;",
                "lop3.or.b32 %r1|%p1, %r2, %r3, %r4, 254, !%p2;",
                "cp.async.cg.shared::cta.global.L2::cache_hint [%r1], [%rd2], 16, !%p1, %rd1;",
                "wmma.store.d.sync.row.m16n16k16.f16 [%rd1], {%r1,%r2,%r3,%r4}, 16;",
                "griddepcontrol.wait;",
                "griddepcontrol.launch_dependents;",
                "fence.proxy.async.shared::cta;",
                "fence.proxy.tensormap::generic.release.gpu;",
                "fence.proxy.tensormap::generic.acquire.gpu [%rd1], 128;",
                "fence.mbarrier_init.release.cluster;",
                "elect.sync _|%p1, 65535;",
                "mbarrier.init.shared::cta.b64 [%r1+8], %r2; mbarrier.inval.b64 [%rd1];",
                "mbarrier.arrive.release.cluster.shared::cta.b64 %rd1, [%r1], 2;",
                "mbarrier.arrive.noComplete.release.cta.shared.b64 %rd1, [%r1], 2;",
                "mbarrier.arrive.expect_tx.relaxed.cta.shared::cta.b64 _, [%r1], %r2;",
                "mbarrier.arrive_drop.shared.b64 _, [%r1]; mbarrier.arrive_drop.b64 %rd1, [%rd2], 5;",
                "mbarrier.arrive_drop.noComplete.shared.b64 %rd1, [%r1], 2;",
                "mbarrier.arrive_drop.expect_tx.release.cta.shared::cta.b64 _, [%r1], %r2;",
                "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r1], 16;",
                "mbarrier.complete_tx.relaxed.cluster.shared::cta.b64 [%r1], 16;",
                "mbarrier.test_wait.acquire.cta.shared::cta.b64 %p1, [%r1], %rd1;",
                "mbarrier.test_wait.parity.shared.b64 %p1, [%r1], 1;",
                "mbarrier.try_wait.shared.b64 %p1, [%r1], %rd1, 10;",
                "mbarrier.try_wait.parity.relaxed.cluster.b64 %p1, [%rd1], %r1, %r2;",
                "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r1], %r2;",
                "mbarrier.arrive_drop.expect_tx.shared::cluster.b64 _, [%r1], %r2;",
                "mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [%r1], 16;",
                "mapa.shared::cluster.u32 %r1, %r2, 0; mapa.u64 %rd1, %rd2, %r1;",
                "barrier.cluster.arrive; barrier.cluster.wait;",
                "barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait.acquire.aligned;",
                "barrier.cluster.arrive.release; barrier.cluster.wait.aligned;",
                "getctarank.shared::cluster.u32 %r1, %r2; getctarank.u64 %r1, %rd1;",
                "mbarrier.pending_count.b64 %r1, %rd1; cp.async.mbarrier.arrive.noinc.shared.b64 [%r1];",
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd2], 16, [%r3];",
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%r1],"
                        + " [%rd2], %r2, [%r3], %rd1;",
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"
                        + " [%r1], [%rd2], 16, [%r3], %rs1;",
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"
                        + ".L2::cache_hint [%r1], [%rd2], 16, [%r3], %rs1, %rd1;",
                "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r1], [%r2], 16,"
                        + " [%r3];",
                "cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [%rd1], [%r2], 16, %rd3;",
                "cp.async.bulk.prefetch.L2.global [%rd1], 16; cp.async.bulk.commit_group;",
                "cp.async.bulk.wait_group 1; cp.async.bulk.wait_group.read 0;",
                "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32"
                        + " [%r1], [%r2], 16, [%r3];",
                "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r1], %r2, [%r3];",
                "st.async.weak.mbarrier::complete_tx::bytes.v4.f32 [%rd1], {%f1, %f1, %f1, %f1}, [%rd2];",
                "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.min.s32 [%r1],"
                        + " %r2, [%r3];",
                "red.async.relaxed.cluster.mbarrier::complete_tx::bytes.inc.u32 [%rd1], 5, [%rd2];",
                "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f16 [%rd1], [%r2], 16;",
                "cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.max.s64 [%rd1], [%r2],"
                        + " 16, %rd3;",
                "wgmma.fence.sync.aligned; wgmma.commit_group.sync.aligned;",
                "wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {%r1, %r2}, %rd1, %rd2, %p1, 1, -1,"
                        + " 0, 1;",
                "wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {%r1, %r2}, {%r1, %r2, %r1, %r2},"
                        + " %rd2, %p1, 1, 1, 1;",
                "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%r1, %r2, %r1, %r2}, %rd1, %rd2,"
                        + " %p1, 1, 1;",
                "wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e5m2 {%r1, %r2, %r1, %r2}, %rd1, %rd2,"
                        + " %p1, 1, 1;",
                "wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.u8.satfinite {%r1, %r2, %r1, %r2}, %rd1,"
                        + " %rd2, %p1;",
                "wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc {%r1, %r2, %r1, %r2}, %rd1,"
                        + " %rd2, %p1;",
                "wgmma.mma_async.sp.sync.aligned.m64n8k64.s32.s8.u8.satfinite {%r1, %r2, %r1, %r2}, %rd1,"
                        + " %rd2, %r3, 0, %p1;",
                "wgmma.wait_group.sync.aligned 1; setmaxnreg.inc.sync.aligned.u32 232;"
                        + " setmaxnreg.dec.sync.aligned.u32 40;",
                "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1],"
                        + " [%rd2, {%r2,%r3}], [%r4];",
                "cp.async.bulk.tensor.5d.shared::cta.global.mbarrier::complete_tx::bytes.L2::cache_hint"
                        + " [%r1], [%rd2, {%r2,%r3,-1,0,7}], [%r4], %rd1;",
                "cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes"
                        + ".multicast::cluster.L2::cache_hint [%r1], [%rd2, {%r2}], [%r4], %rs1, %rd1;",
                "cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [%rd2, {%r2,%r3,%r4}], [%r1];",
                "cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%rd2, {%r2,%r3}];",
                "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%rd2, {%r2,%r3}],"
                        + " [%r1];",
                "tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%r1], %rd1;",
                "tensormap.replace.tile.box_dim.global.b1024.b32 [%rd1], 1, %r1;",
                "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned"
                        + " [%rd1], [%r1], 128;",
                "t: .branchtargets L<2>, M, N<0x1>; brx.idx %r1, t; L0: L1: M: N0:",
            })
    void anInstructionParsesAndPrintsToTheSame(String instruction) {
        isAccepted(kernel(instruction));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".func (.param .b32 r) f(.param .b32 a)\n.visible .entry k() { ret; }",
                ".extern .func g(.param .b32 a)\n.global .b32 x;",
                ".visible .entry k() { ret; }\n.extern .func g()",
                ".func (.reg .pred r) f(.reg .pred p) { not.pred r, p; ret; }",
                ".func (.reg .v2 .b32 r) f(.reg .v4 .f32 p) { mov.b32 r.y, p.w; ret; }",
                """
                .func (.reg .v2 .b32 r) g(.reg .v2 .b32 p);
                .func f() { .reg .v2 .b32 a; call (a), g, (a); call ({_, a.x}), g, ({a.y, 1}); }
                """,
            })
    void aPrototypeNeedsNoSemicolon(String lines) {
        isAccepted(module(lines));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".visible .global .attribute(.managed) .align 4 .u32 m;",
                ".global .align 4 .attribute(.managed) .u32 m;",
                ".global .align 4 .attribute(.managed) .align 8 .u32 m;",
                ".global .attribute(.managed,.unified(19,95)) .u32 m = 7;",
                ".visible .func .attribute(.unified(1,2)) f() { ret; }",
                ".func .attribute(.unified(1,2)) (.param .b32 r) f() { ret; }",
            })
    void anAttributeIsSkipped(String lines) {
        isAccepted(module(lines));
    }

    @Test
    void anAlignmentAfterAnAttributeIsRead() {
        var module =
                PtxParser.parse("a.ptx", module(".global .attribute(.managed) .align 16 .u32 m;"));

        assertThat(module.variables().getFirst().alignment()).isEqualTo(16);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".global .attribute() .u32 m;",
                ".global .attribute(.managed .u32 m;",
                ".global .attribute(.unified(1,)) .u32 m;",
                ".global .u32 .attribute(.managed) m;",
                ".entry .attribute(.managed) f() { ret; }",
            })
    void aMalformedAttributeIsRejected(String lines) {
        assertThatExceptionOfType(PtxSyntaxException.class)
                .isThrownBy(() -> PtxParser.parse("a.ptx", module(lines)))
                .withMessageContaining("expected ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".visible .entry k()\n.pragma \"nounroll\";\n{ ret; }",
                ".entry k() .pragma \"nounroll\", \"b\"; .pragma \"c\"; { ret; }",
                ".entry k() .maxntid 3 .pragma \"nounroll\"; .minnctapersm 3 { ret; }",
                ".extern .func f()\n.pragma \"nounroll\";\n.entry k() { ret; }",
            })
    void aPragmaMayStandBeforeTheBody(String lines) {
        isAccepted(module(lines));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                ".entry k() .pragma \"a\" { ret; } | `expected ';', found '{'`",
                ".entry k() .pragma { ret; } | `expected a string, found '{'`",
                ".func f() .pragma \"a\"; { ret; } | `expected a directive, found '{'`",
            })
    void aMisplacedPragmaIsRejected(String lines, String problem) {
        assertThatExceptionOfType(PtxSyntaxException.class)
                .isThrownBy(() -> PtxParser.parse("a.ptx", module(lines)))
                .withMessageContaining(problem);
    }

    @ParameterizedTest
    @CsvSource({
        "1.4, sm_13",
        "2.3, sm_20",
        "3.2, sm_35",
        "4.2, sm_50",
        "5.0, sm_60",
        "6.0, sm_70",
    })
    void olderTargetsAreAccepted(String version, String target) {
        isAccepted(
                ".version %s\n.target %s\n.visible .entry k() { ret; }".formatted(version, target));
    }

    @Test
    void aSumInAnOperandIsAnAdditionBefore() {
        var module = PtxParser.parse("a.ptx", kernel("L: add.u32 %r1, %r2+4, %r3-1; bra L;"));

        assertThat(PtxPrinter.print(module))
                .contains("add.u32 %sum, %r2, 4;", "add.u32 %sum$2, %r3, -1;")
                .contains("add.u32 %r1, %sum, %sum$2;");
    }

    @Test
    void anIndexThatIsARegisterIsComputedBefore() {
        var store = ".global .b32 g[4]; @%p1 st.global.b32 g[%r1+2], %r2;";
        var text = PtxPrinter.print(PtxParser.parse("a.ptx", kernel(store)));

        assertThat(text)
                .contains(
                        """
                        \tmad.lo.u32 %element, %r1, 4, 8;
                        \tcvt.u64.u32 %distance, %element;
                        \tmov.u64 %array, g;
                        \tadd.u64 %element$2, %array, %distance;
                        \t@%p1 st.global.b32 [%element$2], %r2;
                        """);
        isAccepted(text);
    }

    @Test
    void aRangeOfTargetsIsItsNames() {
        var branch = "t: .branchtargets L<2>, M; brx.idx %r1, t; L0: L1: M:";

        assertThat(PtxPrinter.print(PtxParser.parse("a.ptx", kernel(branch))))
                .contains(".branchtargets L0, L1, M;");
    }

    @Test
    void aRangeOfCallTargetsIsItsNames() {
        var text =
                ".func f0() { ret; }\n.func f1() { ret; }\n.func k(.reg .b64 a) {"
                        + " t: .calltargets f<2>; call a, t; }";

        assertThat(PtxPrinter.print(PtxParser.parse("a.ptx", module(text))))
                .contains(".calltargets f0, f1;");
    }

    @Test
    void anElementOfAVectorParameterKeepsItsName() {
        String text = ".func (.reg .v2 .b32 r) f(.reg .v4 .f32 p) { mov.b32 r.y, p.w; }";

        assertThat(PtxPrinter.print(PtxParser.parse("a.ptx", module(text))))
                .contains(".func (.reg .v2 .b32 r) f(.reg .v4 .f32 p)", "mov.b32 r.y, p.w;")
                .doesNotContain("\t.reg");
    }

    @Test
    void aRegisterOfAParametersNameInAnInnerScopeIsAnotherRegister() {
        String text = ".func f(.reg .b32 p) { { .reg .b32 p; mov.b32 p, 1; } mov.b32 p, 2; }";

        assertThat(PtxPrinter.print(PtxParser.parse("a.ptx", module(text))))
                .contains(".reg .b32 p$2;", "mov.b32 p$2, 1;", "mov.b32 p, 2;");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "%r1 | argument 1 of the call of 'g' has 1 element when the function has 2",
                "7 | argument 1 of the call of 'g' has 1 element when the function has 2",
                "%w1 | argument 1 of the call of 'g' has 4 elements when the function has 2",
                "{%r1} | argument 1 of the call of 'g' has 1 element when the function has 2",
                "{%r1, | expected",
            })
    void aVectorArgumentOfAnotherLengthIsRejected(String argument, String problem) {
        var text = kernel("call g, (%s);".formatted(argument));
        int end = text.indexOf(".visible");

        assertThatExceptionOfType(PtxSyntaxException.class)
                .isThrownBy(() ->
                        PtxParser.parse(
                                "a.ptx",
                                text.substring(0, end)
                                        + ".func g(.reg .v2 .b32 p);\n"
                                        + text.substring(end)))
                .withMessageContaining(problem);
    }

    @Test
    void aRegisterHasFourElementsAtMost() {
        assertThatExceptionOfType(PtxSyntaxException.class)
                .isThrownBy(
                        () -> PtxParser.parse("a.ptx", module(".func f(.reg .v8 .b32 p) { ret; }")))
                .withMessageContaining("a vector of registers has 8 elements when 4 are the most");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ld.global.L2::cache_hint.u32 %r1, [%rd2]; | has 2 operands when it takes 3",
                "st.global.L2::cache_hint.u32 [%rd2], %r1, %r3; | '%r3' has 32 bits when it should"
                        + " have 64",
                "mov.v2.b32 %v1, %r1; | the operand has 1 element when the instruction moves 2",
                "cvt.pack.sat.u8.s32.b32 %rd1, %r1, %r2, %r3; | '%rd1' has 64 bits when it should"
                        + " have 32",
                "add.u32 %r1, %r2, %r3+; | expected",
                "vadd.s32.s32.s32 %r1, %r2.x1, %r3; | expected",
                "vadd2.s32.s32.s32 %r1, %r2, %r3; | has 3 operands when it takes 4",
                "add.u32 %r1, %r2.h1, %r3; | is parts of a register when it takes a value",
                "add.u32 %r1, -%r2, %r3; | is a negated value when it takes a value",
                "vadd.s32.s32.s32 %r1, -%r2, %r3; | is a negated value when it takes a 32-bit",
                "vmad.s32.s32.s32 %r1, -%p2, %r3, %r4; | is a negated value when it takes a 32-bit",
                "t: .branchtargets L<2>; brx.idx %r1, t; L0: | undefined label 'L1'",
                "t: .branchtargets L<0>; brx.idx %r1, t; | 'L<0>' names nothing",
                "t: .branchtargets L<2; | expected",
                "t: .branchtargets A, L<65536>; | the length of the list is 65536 when 65535 is the"
                        + " most",
                "createpolicy.cvt.L2.b64 %r1, 1; | '%r1' has 32 bits when it should have 64",
            })
    void aDamagedFormIsRejected(String instruction, String problem) {
        assertThatExceptionOfType(PtxSyntaxException.class)
                .isThrownBy(() -> PtxParser.parse("a.ptx", kernel(instruction)))
                .withMessageContaining(problem);
    }
}
