package org.offloadtck.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.KernelFinding.Kind;
import org.offloadtck.engine.thread.LaunchShape;

/// Which uses of an unset value are findings, and which are not.
final class InitcheckTest {

    @Test
    void namesWhatItDecidesAndWhereItWasLoaded() {
        var bench =
                CheckedKernel.running(
                        """
                        .loc 1 7 3
                        ld.global.u32 %r1, [%rd0];
                        add.u32 %r2, %r1, 1;
                        .loc 1 9 3
                        setp.eq.u32 %p1, %r2, 5;
                        @%p1 bra E;
                        E:
                        .file 1 "a.cu"
                        """);
        var out = bench.allocate("raw", 128);

        bench.launch(bench.kernel(), LaunchShape.of(1, 32), out);

        assertThat(bench.findings()).hasSize(1);
        assertThat(bench.findings().getFirst().kind()).isEqualTo(Kind.UNINITIALISED);
        assertThat(bench.findings().getFirst())
                .hasToString(
                        "test.ptx:23:6 (a.cu:9): k CTA (0, 0, 0) thread (0, 0, 0): a branch depends"
                                + " on an uninitialised value; test.ptx:19:1 (a.cu:7): k CTA (0, 0, 0)"
                                + " thread (0, 0, 0): load of an uninitialised value at 0x200000000400,"
                                + " 0 bytes into 'raw' (128 bytes at 0x200000000400)");
    }

    /// A swap of the word whose lower half is what the program adds to.
    private static final String HALF =
            """
            and.b64 %rd1, %rd0, -4;
            ld.global.u32 %r1, [%rd1];
            add.s32 %r2, %r1, 1;
            and.b32 %r2, %r2, 65535;
            and.b32 %r3, %r1, -65536;
            or.b32 %r2, %r2, %r3;
            atom.global.cas.b32 %r4, [%rd1], %r1, %r2;
            setp.ne.s32 %p1, %r4, %r1;
            @%p1 bra E;
            E:
            """;

    @Test
    void isNotJudgedInTheOtherBytesOfAWordThatIsSwappedForAPartOfIt() {
        assertThat(raw("st.global.u16 [%rd0], 5;" + HALF).findings()).isEmpty();
        assertThat(raw(HALF).findings()).isNotEmpty();
    }

    /// A swap of the aligned 64 bits around a byte, by which libatomic of GCC 12 implements atomics
    /// of one and two bytes (`libatomic/cas_n.c`).
    private static final String BYTE =
            """
            mad.wide.u32 %rd1, %r0, 8, %rd9;
            STORE
            add.u64 %rd2, %rd1, 1;
            and.b64 %rd2, %rd2, -8;
            ld.global.u64 %rd3, [%rd2];
            L:
            and.b64 %rd4, %rd3, -65281;
            or.b64 %rd4, %rd4, 1792;
            atom.global.cas.b64 %rd5, [%rd2], %rd3, %rd4;
            setp.ne.u64 %p1, %rd5, %rd3;
            mov.u64 %rd3, %rd5;
            @%p1 bra L;
            """;

    @Test
    void isNotJudgedInTheOtherBytesOfSixtyFourBitsThatAreSwappedForAByte() {
        assertThat(raw(BYTE.replace("STORE", "st.global.u8 [%rd1+1], 5;")).findings()).isEmpty();
        assertThat(raw(BYTE.replace("STORE", "")).findings()).isNotEmpty();
    }

    private static CheckedKernel raw(String body) {
        var bench = CheckedKernel.running(body);
        bench.launch(bench.kernel(), LaunchShape.of(1, 32), bench.allocate("raw", 256));
        return bench;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ld.global.u32 %r1, [%rd0]; setp.lt.s32 %p1, %r1, 0; @%p1 bra E; E:",
                "ld.global.u32 %r1, [%rd0]; and.b32 %r1, %r1, 255; mul.wide.u32 %rd1, %r1, 0;"
                        + " add.u64 %rd1, %rd9, %rd1; ld.global.u32 %r2, [%rd1];",
                "ld.shared.u32 %r1, [s]; setp.ne.u32 %p1, %r1, 0; @%p1 st.global.u32 [%rd0], 1;",
                "setp.ne.u32 %p1, %r1, 0; @%p1 bra E; E:",
                "ld.global.u32 %r1, [%rd0]; shfl.sync.bfly.b32 %r2, %r1, 1, 31, -1;"
                        + " setp.ne.u32 %p1, %r2, 0; @%p1 bra E; E:",
                "ld.global.u32 %r1, [%rd0]; mov.b64 %rd1, {%r1, %r0}; mov.b64 {%r2, %r3}, %rd1;"
                        + " setp.ne.u32 %p1, %r2, 0; @%p1 bra E; E:",
                // through memory
                "ld.global.u32 %r1, [%rd0]; st.shared.u32 [s], %r1; bar.warp.sync -1;"
                        + " ld.shared.u32 %r2, [s]; setp.ne.u32 %p1, %r2, 0; @%p1 bra E; E:",
                // one byte of four
                "st.global.u8 [%rd0], 1; ld.global.u32 %r1, [%rd0]; shr.u32 %r1, %r1, 8;"
                        + " setp.ne.u32 %p1, %r1, 0; @%p1 bra E; E:",
                "ld.global.u32 %r1, [%rd0]; bfi.b32 %r2, %r1, %r0, 24, 8; bfe.u32 %r2, %r2, 23, 2;"
                        + " setp.ne.u32 %p1, %r2, 0; @%p1 bra E; E:",
                "ld.global.u32 %r1, [%rd0]; bfi.b32 %r2, %r0, 0, %r1, 8; and.b32 %r2, %r2, 1;"
                        + " setp.ne.u32 %p1, %r2, 0; @%p1 bra E; E:",
                "st.global.u8 [%rd0], 0; ld.global.u16 %h1, [%rd0]; mul.lo.s16 %h1, %h1, 3;"
                        + " shl.b16 %h1, %h1, 7; setp.ne.u16 %p1, %h1, 0; @%p1 bra E; E:",
                // the half of a pair that decides
                "st.global.u16 [%rd0], 1; ld.global.u32 %r1, [%rd0];"
                        + " setp.eq.f16x2 %p1|%p2, %r1, %r1; @%p2 bra E; E:",
                "st.global.u16 [%rd0+2], 1; ld.global.u32 %r1, [%rd0]; set.eq.u32.f16x2 %r2, %r1,"
                        + " %r1; and.b32 %r2, %r2, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra E; E:",
                "ld.global.u32 %r1, [%rd0]; mov.b64 %rd1, {%r0, %r1}; add.f32x2 %rd1, %rd1, %rd1;"
                        + " mov.b64 {%r2, %r3}, %rd1; setp.ne.u32 %p1, %r3, 0; @%p1 bra E; E:",
                // both ways of a choice differ
                "ld.global.u32 %r1, [%rd0]; setp.ne.u32 %p1, %r1, 0; selp.u32 %r2, 1, 2, %p1;"
                        + " setp.ne.u32 %p2, %r2, 1; @%p2 bra E; E:",
                // what malloc gives
                "{ .param .b64 n; .param .b64 p; st.param.b64 [n], 16; call (p), malloc, (n);"
                        + " ld.param.b64 %rd1, [p]; } ld.u32 %r1, [%rd1];"
                        + " setp.ne.u32 %p1, %r1, 0; @%p1 bra E; E:"
            })
    void isFoundWhereItDecides(String body) {
        assertThat(raw(body).findings())
                .isNotEmpty()
                .allMatch(finding -> finding.kind() == Kind.UNINITIALISED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // loaded, computed with, stored
                "ld.global.u32 %r1, [%rd0]; add.u32 %r1, %r1, %r0; st.global.u32 [%rd0], %r1;",
                // a word merged of an initialised byte and others, of which the byte decides
                "st.global.u8 [%rd0], 1; ld.global.u32 %r1, [%rd0]; and.b32 %r1, %r1, 255;"
                        + " setp.ne.u32 %p1, %r1, 0; @%p1 bra E; E:",
                "st.global.u8 [%rd0+1], 1; ld.global.u32 %r1, [%rd0]; bfe.u32 %r1, %r1, 8, 8;"
                        + " setp.ne.u32 %p1, %r1, 0; @%p1 bra E; E:",
                "st.global.u8 [%rd0], 1; ld.global.u32 %r1, [%rd0]; cvt.u16.u32 %h1, %r1; and.b16"
                        + " %h1, %h1, 1; setp.ne.u16 %p1, %h1, 0; @%p1 bra E; E:",
                // the other half of a pair
                "st.global.u16 [%rd0], 1; ld.global.u32 %r1, [%rd0];"
                        + " setp.eq.f16x2 %p1|%p2, %r1, %r1; @%p1 bra E; E:",
                "st.global.u16 [%rd0], 1; ld.global.u32 %r1, [%rd0]; set.eq.u32.f16x2 %r2, %r1,"
                        + " %r1; and.b32 %r2, %r2, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra E; E:",
                "ld.global.u32 %r1, [%rd0]; mov.b64 %rd1, {%r0, %r1}; add.f32x2 %rd1, %rd1, %rd1;"
                        + " mov.b64 {%r2, %r3}, %rd1; setp.ne.u32 %p1, %r2, 0; @%p1 bra E; E:",
                "st.global.u16 [%rd0+2], 1; ld.global.u32 %r1, [%rd0]; add.u16x2 %r1, %r1, %r1;"
                        + " shr.u32 %r1, %r1, 16; setp.ne.u32 %p1, %r1, 0; @%p1 bra E; E:",
                // an unset byte beside set ones, as the last of a vector of three
                "ld.global.u32 %r1, [%rd0]; bfi.b32 %r2, %r1, %r0, 24, 8; bfe.u32 %r2, %r2, 8, 8;"
                        + " setp.ne.u32 %p1, %r2, 0; @%p1 bra E; E:",
                "ld.global.u32 %r1, [%rd0]; bfi.b32 %r2, %r0, %r1, %r0, 8; bfe.u32 %r2, %r2, %r0,"
                        + " 8; setp.ne.u32 %p1, %r2, 0; @%p1 bra E; E:",
                // what is above the bits that decide
                "st.global.u8 [%rd0], 1; ld.global.u16 %h1, [%rd0]; mul.lo.s16 %h1, %h1, %h1;"
                        + " add.s16 %h1, %h1, %h1; shl.b16 %h1, %h1, 8; setp.ne.u16 %p1, %h1, 0;"
                        + " @%p1 bra E; E:",
                // a field of bits set in a byte
                "ld.global.u8 %r1, [%rd0]; and.b32 %r1, %r1, 240; or.b32 %r1, %r1, 5; st.global.u8"
                        + " [%rd0], %r1; ld.global.u8 %r2, [%rd0]; and.b32 %r2, %r2, 15;"
                        + " setp.ne.u32 %p1, %r2, 5; @%p1 bra E; E:",
                // the sign alone decides
                "ld.global.u32 %r1, [%rd0]; or.b32 %r1, %r1, 0x80000000; setp.lt.s32 %p1, %r1, 0;"
                        + " @%p1 bra E; E:",
                // nothing of it is left
                "ld.global.u32 %r1, [%rd0]; and.b32 %r1, %r1, 0; setp.ne.u32 %p1, %r1, 0;"
                        + " @%p1 bra E; E:",
                // a choice between equals
                "ld.global.u32 %r1, [%rd0]; setp.ne.u32 %p1, %r1, 0; selp.u32 %r2, 1, 1, %p1;"
                        + " setp.ne.u32 %p2, %r2, 1; @%p2 bra E; E:",
                // false and anything
                "ld.global.u32 %r1, [%rd0]; setp.ne.u32 %p1, %r1, 0; setp.ge.u32 %p2, %r0, 64;"
                        + " and.pred %p3, %p1, %p2; @%p3 bra E; E:",
                // written by another instruction before
                "st.shared.u32 [s], 1; bar.warp.sync -1; ld.shared.u32 %r1, [s]; setp.ne.u32 %p1,"
                        + " %r1, 0; @%p1 bra E; E:",
                "atom.shared.exch.b32 %r1, [s], 1; bar.warp.sync -1; ld.shared.u32 %r2, [s];"
                        + " setp.ne.u32 %p1, %r2, 0; @%p1 bra E; E:"
            })
    void isNotFoundWhereItDoesNot(String body) {
        assertThat(raw(body).findings()).isEmpty();
    }

    @Test
    void whatTheHostAndTheModuleSetIsSet() {
        var bench =
                CheckedKernel.running(
                        """
                        ld.global.u32 %r1, [%rd0];
                        ld.global.u32 %r2, [count];
                        add.u32 %r1, %r1, %r2;
                        setp.ne.u32 %p1, %r1, 0;
                        @%p1 bra E;
                        E:
                        """);

        assertThat(bench.run(1, 64)).isEmpty();
    }

    @Test
    void theHostGetsWhatNobodySet() {
        var bench =
                CheckedKernel.running(
                        "setp.eq.u32 %p1, %r0, 2; @%p1 bra E; st.global.u32 [%rd0], 1; E:");
        var out = bench.allocate("raw", 128);
        bench.launch(bench.kernel(), LaunchShape.of(1, 32), out);

        bench.detector().read(out.address(), 128);

        assertThat(bench.findings()).hasSize(1);
        assertThat(bench.findings().getFirst())
                .hasToString(
                        "copy of 128 bytes to the host has 4 uninitialised bytes, starting at byte"
                                + " 8 of 'raw' (128 bytes at 0x200000000400)");
    }

    @Test
    void rowsThatTheHostCopiesTogetherAreOneFinding() {
        var bench = CheckedKernel.running("st.global.u32 [%rd0], 1;");
        var out = bench.allocate("raw", 256);
        bench.launch(bench.kernel(), LaunchShape.of(1, 32), out);

        bench.detector().readRows(out.address() + 32, 64, 48, 3);

        assertThat(bench.findings()).hasSize(1);
        assertThat(bench.findings().getFirst())
                .hasToString(
                        "copy of 144 bytes to the host has 64 uninitialised bytes, starting at byte"
                                + " 128 of 'raw' (256 bytes at 0x200000000400)");
    }

    @Test
    void theHostGetsPadding() {
        var bench =
                CheckedKernel.running("mad.wide.u32 %rd1, %r0, 4, %rd0; st.global.u32 [%rd1], 1;");
        var out = bench.allocate("raw", 256);
        bench.launch(bench.kernel(), LaunchShape.of(1, 32), out);

        bench.detector().read(out.address(), 256);

        assertThat(bench.findings()).isEmpty();
    }

    /// Each thread stores the first byte, or half, of 8, loads the 8 and stores them elsewhere.
    private static List<KernelFinding> moved(String first, String copies) {
        var bench =
                CheckedKernel.running(
                        """
                        cvt.u64.u32 %%rd1, %%r0;
                        mad.wide.u32 %%rd2, %%r0, 8, %%rd9;
                        mov.u64 %%rd3, s;
                        mad.wide.u32 %%rd3, %%r0, 8, %%rd3;
                        mov.u16 %%h1, 1;
                        %s
                        %s
                        """
                                .formatted(first, copies));
        var out = bench.allocate("raw", 256);
        bench.launch(bench.kernel(), LaunchShape.of(1, 32), out);
        bench.detector().read(out.address(), 256);
        return bench.findings();
    }

    @Test
    void aStructureIsMovedWithItsPadding() {
        var copies = "ld.shared.u64 %rd4, [%rd3]; st.global.u64 [%rd2], %rd4;";

        assertThat(moved("st.shared.u8 [%rd3], %h1;", copies)).isEmpty();
        assertThat(moved("st.shared.u32 [%rd3], %r0;", copies)).isEmpty();
        assertThat(moved("", copies)).hasSize(1);
    }

    @Test
    void anElementThatIsMovedByItselfIsTold() {
        var copies =
                """
                ld.shared.u32 %r2, [%rd3+4];
                st.global.u32 [%rd2], %r0;
                st.global.u32 [%rd2+4], %r2;
                """;

        assertThat(moved("st.shared.u32 [%rd3], %r0;", copies)).hasSize(1);
    }

    @Test
    void aCopyCarriesIt() {
        var bench = CheckedKernel.running("");
        var from = bench.allocate("from", 64);
        var to = bench.zeros("to", 64);

        bench.detector().copied(from.address(), to.address(), 64);
        bench.detector().read(to.address(), 64);

        assertThat(bench.findings()).hasSize(1);
    }

    @Test
    void memoryThatIsAllocatedAgainIsNotSet() {
        var bench = CheckedKernel.running("");
        var first = bench.zeros("first", 20 << 20);
        bench.memory().free(first);
        var second = bench.allocate("second", 20 << 20);

        bench.detector().read(second.address(), 64);

        assertThat(second.address()).isEqualTo(first.address());
        assertThat(bench.findings()).hasSize(1);
    }

    private static List<KernelFinding> ofSparseProduct(String metadata) {
        String body =
                "ld.global.u32 %r1, [%rd0]; mov.u32 %r2, 0; mov.u32 %r3, 0x44444444; "
                        + metadata
                        + """
                         mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%r4, %r5},
                             {%r2, %r2}, {%r2, %r2}, {%r2, %r2}, %r3, 1;
                        setp.eq.u32 %p1, %r5, 0;
                        @%p1 bra E;
                        E:
                        """;
        return ofProduct(body);
    }

    private static List<KernelFinding> ofProduct(String body) {
        var bench = CheckedKernel.runningFor("sm_80", body);
        var out = bench.allocate("raw", 128);
        bench.launch(bench.kernel(), LaunchShape.of(1, 32), out);
        return bench.findings();
    }

    /// With selector 1, thread 5 has the metadata of rows 1 and 9, which threads 4 to 7 have parts
    /// of; those of thread 4 do not count.
    @Test
    void followsTheMetadataOfASparseProduct() {
        String of = "setp.eq.u32 %p2, %r0, THREAD; @%p2 or.b32 %r3, %r3, %r1;";

        assertThat(ofSparseProduct(of.replace("THREAD", "4"))).isEmpty();
        assertThat(ofSparseProduct(of.replace("THREAD", "5")))
                .anyMatch(each -> each.toString().contains("thread (4, 0, 0)"));
    }

    /// Thread 9 has a column of the second matrix of the third product, which threads 8 to 11 and
    /// 24 to 27 compute.
    @Test
    void eachOfFourProductsHasItsOwnFactors() {
        String body =
                """
                ld.global.u32 %r1, [%rd0];
                mov.u32 %r2, 0;
                setp.eq.u32 %p2, %r0, 9;
                @%p2 or.b32 %r2, %r2, %r1;
                mov.u32 %r3, 0;
                mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 {%r4, %r5, %r6, %r7},
                    {%r3, %r3}, {%r3, %r2}, {%r3, %r3, %r3, %r3};
                setp.eq.u32 %p1, REGISTER, 0;
                @%p1 bra E;
                E:
                """;

        assertThat(ofProduct(body.replace("REGISTER", "%r4")))
                .anyMatch(each -> each.toString().contains("thread (8, 0, 0)"));
        assertThat(ofProduct(body.replace("REGISTER", "%r5"))).isEmpty();
    }
}
