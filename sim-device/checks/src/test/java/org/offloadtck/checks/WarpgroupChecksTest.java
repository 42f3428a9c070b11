package org.offloadtck.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.KernelFinding.Kind;

/// A product of a warpgroup reads shared memory by the async proxy until a warp has waited for it.
final class WarpgroupChecksTest {

    /// The first factor is in registers. The second, of 8 columns, is in the first 256 bytes of
    /// shared memory, of which 64 threads have a word each at `%r9`.
    private static final String BEGIN =
            """
            mov.u32 %r1, 0; mov.b64 %rd4, 0x1000080000; setp.ne.u32 %p2, %r1, 0;
            shl.b32 %r9, %r0, 2; setp.ge.u32 %p1, %r0, 64;
            """;

    private static final String WRITE = "@!%p1 st.shared.u32 [%r9], %r0; ";
    private static final String FENCE = "fence.proxy.async; bar.sync 0; ";

    private static final String PRODUCT =
            "wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16"
                    + " {%f1, %f2, %f3, %f4}, {%r1, %r1, %r1, %r1}, %rd4, %p2, 1, 1, 0;"
                    + " wgmma.commit_group.sync.aligned; ";

    private static final String WAIT = "wgmma.wait_group.sync.aligned 0; ";

    /// A branch by elements 0 and 1 of a thread.
    private static final String USE =
            "setp.gt.f32 %p3, %f1, 0f00000000; @%p3 bra U; U: setp.gt.f32 %p3, %f2, 0f00000000;"
                    + " @%p3 bra V; V: ";

    private static List<KernelFinding> found(String body) {
        return CheckedKernel.runningFor("sm_90a", BEGIN + body).run(1, 128);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                WRITE + FENCE + PRODUCT + WAIT + USE,
                WRITE + "bar.sync 0; fence.proxy.async; " + PRODUCT + WAIT + USE,
                // the factor is overwritten after the wait
                WRITE + FENCE + PRODUCT + WAIT + "bar.sync 0; " + WRITE,
                // a product of the same registers follows without a wait
                WRITE + FENCE + PRODUCT + PRODUCT + WAIT + USE,
                // the last group may be pending, for it reads elsewhere
                WRITE
                        + "@!%p1 st.shared.u32 [%r9+256], %r0; "
                        + FENCE
                        + PRODUCT
                        + "mov.b64 %rd4, 0x1000080010; "
                        + PRODUCT
                        + "wgmma.wait_group.sync.aligned 1; bar.sync 0; "
                        + WRITE,
                // what is beside the factor is no part of it
                WRITE + FENCE + PRODUCT + "@!%p1 st.shared.u32 [%r9+256], %r0;" + WAIT,
                // a store to global memory
                WRITE + FENCE + PRODUCT + "st.global.u32 [%rd0], 1; " + WAIT,
                // a thread that has waited permits another warp to overwrite the factor
                WRITE
                        + FENCE
                        + PRODUCT
                        + "setp.ge.u32 %p4, %r0, 32; @%p4 bra N; "
                        + WAIT
                        + "N: bar.sync 0; "
                        + WRITE,
            })
    void productsThatAreWaitedForAreNoFinding(String body) {
        assertThat(found(body)).isEmpty();
    }

    private static String finding(String body, Kind kind) {
        var findings = found(body);

        assertThat(findings).isNotEmpty().allMatch(finding -> finding.kind() == kind);
        return findings.getFirst().toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                WRITE + FENCE + PRODUCT + "bar.sync 0; " + WRITE + WAIT,
                // a product of another factor follows
                WRITE
                        + "@!%p1 st.shared.u32 [%r9+256], %r0; "
                        + FENCE
                        + PRODUCT
                        + "mov.b64 %rd4, 0x1000080010; "
                        + PRODUCT
                        + "bar.sync 0; "
                        + WRITE
                        + WAIT,
                // only one of two groups is complete
                WRITE
                        + FENCE
                        + PRODUCT
                        + PRODUCT
                        + "wgmma.wait_group.sync.aligned 1; bar.sync 0; "
                        + WRITE
                        + WAIT,
            })
    void aStoreToAFactorOfAPendingProductIsARace(String body) {
        assertThat(finding(body, Kind.RACE))
                .contains("store of 4 bytes at", "races with a pending matrix product");
    }

    @Test
    void aWaitIsForTheProductsOfItsWarpgroupOnly() {
        String body =
                WRITE
                        + FENCE
                        + PRODUCT
                        + "setp.ge.u32 %p4, %r0, 128; @%p4 bra N; "
                        + WAIT
                        + "N: bar.sync 0; "
                        + WRITE;

        assertThat(CheckedKernel.runningFor("sm_90a", BEGIN + body).run(1, 256))
                .isNotEmpty()
                .allMatch(each -> each.kind() == Kind.RACE);
    }

    /// More CTAs than are resident: the later ones follow others that ended.
    @Test
    void productsOfACtaThatEndedAreNotPending() {
        String pending = WRITE + FENCE + PRODUCT + "wgmma.wait_group.sync.aligned 1; bar.sync 0; ";
        String late = "mov.u32 %r3, %ctaid.x; setp.lt.u32 %p5, %r3, 64; @%p5 bra E; ";

        assertThat(CheckedKernel.runningFor("sm_90a", BEGIN + pending).run(66, 128)).isEmpty();
        assertThat(
                        CheckedKernel.runningFor("sm_90a", BEGIN + pending + late + WRITE + "E:")
                                .run(66, 128))
                .isNotEmpty()
                .allMatch(each -> each.kind() == Kind.RACE);
    }

    @Test
    void aProductWithoutAProxyFenceIsARace() {
        assertThat(finding(WRITE + "bar.sync 0; " + PRODUCT + WAIT, Kind.RACE))
                .contains("matrix product without fence.proxy.async at", "store of 4 bytes");
    }

    @Test
    void aProductThatNoBarrierOrdersIsARace() {
        assertThat(finding(WRITE + "fence.proxy.async; " + PRODUCT + WAIT, Kind.RACE))
                .contains("matrix product", "store of 4 bytes");
    }

    @Test
    void anElementOfAnUninitialisedColumnIsUninitialised() {
        // columns 0 to 6 are initialised, and column 7 is element 1 of each fourth thread
        String body =
                "setp.lt.u32 %p4, %r0, 64; and.b32 %r2, %r9, 127; setp.lt.u32 %p4, %r2, 112;"
                        + " setp.lt.and.u32 %p4, %r0, 64, %p4; @%p4 st.shared.u32 [%r9], %r0; "
                        + FENCE
                        + PRODUCT
                        + WAIT
                        + USE;

        assertThat(finding(body, Kind.UNINITIALISED)).containsPattern("\\((3|35|67|99), 0, 0\\)");
    }

    /// Thread 4 has elements of row 1 of the first factor, and of row 9 of the result.
    @Test
    void aFactorInRegistersIsPartOfItsRow() {
        String unset = "mov.u32 %r2, 0; setp.eq.u32 %p4, %r0, 4; @%p4 ld.shared.u32 %r2, [s+900]; ";
        String product = PRODUCT.replace("{%r1,", "{%r2,");
        String use = " setp.gt.f32 %p3, %f1, 0f00000000; @%p3 bra U; U: ";
        String body = unset + WRITE + FENCE + product + WAIT;

        assertThat(found(body + use.replace("f1", "f3"))).isEmpty();
        assertThat(finding(body + use, Kind.UNINITIALISED)).contains("(4, 0, 0)");
    }

    /// All rows of the first factor are those of 256 bytes from 256 on.
    @Test
    void aFactorInSharedMemoryIsPartOfTheResult() {
        String product =
                "mov.b64 %rd3, 0x80010; "
                        + PRODUCT.replace("{%r1, %r1, %r1, %r1}", "%rd3")
                                .replace("1, 1, 0;", "1, 1, 0, 0;");
        String first = "@!%p1 st.shared.u32 [%r9+256], %r0; ";

        assertThat(found(WRITE + first + FENCE + product + WAIT + USE)).isEmpty();
        assertThat(finding(first + FENCE + product + WAIT + USE, Kind.UNINITIALISED))
                .contains("(0, 0, 0)");
        assertThat(finding(WRITE + FENCE + product + WAIT + USE, Kind.UNINITIALISED))
                .contains("(0, 0, 0)");
    }

    /// The units of an MN-major factor have 8 columns of one row: of 16 columns, the last 8 are
    /// uninitialised. Elements 0 and 5 of a thread are in the first and the last 8.
    @Test
    void aUnitOfAnMnMajorFactorHasEightColumns() {
        String product =
                PRODUCT.replace("n8", "n16")
                        .replace("%f4}", "%f4, %f5, %f6, %f7, %f8}")
                        .replace("1, 1, 0;", "1, 1, 1;");
        String use = " setp.gt.f32 %p3, %f1, 0f00000000; @%p3 bra U; U: ";

        assertThat(found(WRITE + FENCE + product + WAIT + use)).isEmpty();
        assertThat(
                        finding(
                                WRITE + FENCE + product + WAIT + use.replace("f1", "f6"),
                                Kind.UNINITIALISED))
                .contains("(0, 0, 0)");
    }

    @Test
    void aSummandThatIsNotAddedMayBeUninitialised() {
        assertThat(found(WRITE + FENCE + PRODUCT + WAIT + USE)).isEmpty();
    }

    @Test
    void aSummandThatIsAddedIsPartOfTheResult() {
        String added = "setp.eq.u32 %p2, %r1, 0; " + WRITE + FENCE + PRODUCT + WAIT + USE;
        String unset = "ld.shared.f32 %f1, [s+512]; " + added;
        String set =
                "mov.f32 %f1, 0f00000000; mov.f32 %f2, %f1; mov.f32 %f3, %f1; mov.f32 %f4, %f1; "
                        + added;

        assertThat(found(set)).isEmpty();

        assertThat(found(unset)).anyMatch(each -> each.kind() == Kind.UNINITIALISED);
    }

    /// Thread 4 has the metadata of rows 1 and 9, elements 0 and 5 of threads 4 to 7.
    @Test
    void aRowOfUninitialisedMetadataIsUninitialised() {
        String product =
                PRODUCT.replace("async.sync", "async.sp.sync")
                        .replace("k16", "k32")
                        .replace("%rd4, %p2", "%rd4, %r5, 0, %p2");
        String begin = WRITE + "@!%p1 st.shared.u32 [%r9+256], %r0; " + FENCE;
        String load =
                "mov.u32 %r5, 0x44444444; setp.eq.u32 %p4, %r0, 4; @%p4 ld.shared.u32 %r5, [s+768]; ";
        String know = "and.b32 %r5, %r5, 0; or.b32 %r5, %r5, 0x44444444; ";

        assertThat(found(begin + load + know + product + WAIT + USE)).isEmpty();
        String keep = "or.b32 %r5, %r5, 0x44444444; ";
        assertThat(finding(begin + load + keep + product + WAIT + USE, Kind.UNINITIALISED))
                .contains("thread (4, 0, 0)");
    }
}
