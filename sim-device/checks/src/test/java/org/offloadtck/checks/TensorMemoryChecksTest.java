package org.offloadtck.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.KernelFinding.Kind;

/// What checks find out about tensor memory and the factors of its products.
final class TensorMemoryChecksTest {

    /// 32 columns are allocated. Each thread has a word of the first 512 bytes of shared memory at
    /// `%r9`.
    private static final String BEGIN =
            """
            shl.b32 %r9, %r0, 2; setp.ne.u32 %p1, %r0, 0;
            mov.u32 %r8, 1020; setp.ge.u32 %p2, %r0, 32; @%p2 bra A;
            tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r8], 32;
            A: bar.sync 0; ld.shared.u32 %r7, [%r8]; shr.u32 %r6, %r0, 5; shl.b32 %r6, %r6, 21;
            add.u32 %r6, %r6, %r7;
            """;

    private static final String END =
            """
            bar.sync 0; @%p2 bra Z; tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r7, 32; Z:
            """;

    private static final String WRITE = "st.shared.u32 [%r9], %r0; ";
    private static final String FENCE = "fence.proxy.async; bar.sync 0; ";

    /// `d = a * b` of 128 x 8 x 16 numbers `.f16` without a swizzle, whose rows of 8 are all in the
    /// first 256 bytes.
    private static final String PRODUCT =
            "mov.b64 %rd4, 0x400000080000; @%p1 bra N; mov.u32 %r5, 0x08020010;"
                    + " setp.ne.u32 %p3, %r0, 0;"
                    + " tcgen05.mma.cta_group::1.kind::f16 [%r7], %rd4, %rd4, %r5, %p3;"
                    + " N: bar.sync 0; ";

    private static final String STORE = "tcgen05.st.sync.aligned.32x32b.x1.b32 [%r6], {%r9}; ";

    private static final String LOAD =
            "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r4}, [%r6]; tcgen05.wait::ld.sync.aligned; ";

    private static final String USE = "setp.gt.u32 %p4, %r4, 7; @%p4 bra U; U: ";

    private static List<KernelFinding> found(String body) {
        return CheckedKernel.runningFor("sm_100a", BEGIN + body + END).run(1, 128);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                STORE + LOAD + USE,
                WRITE + FENCE + PRODUCT + LOAD + USE,
                WRITE + "bar.sync 0; fence.proxy.async; " + PRODUCT + LOAD + USE,
                // what is never used is no finding
                LOAD,
            })
    void tensorMemoryThatIsWrittenIsNoFinding(String body) {
        assertThat(found(body)).isEmpty();
    }

    private static void assertFinding(String body, Kind kind, String text) {
        var findings = found(body);

        assertThat(findings).isNotEmpty().allMatch(finding -> finding.kind() == kind);
        assertThat(findings.getFirst().toString()).contains(text);
    }

    @Test
    void aCellThatNothingHasWrittenIsUninitialised() {
        assertFinding(LOAD + USE, Kind.UNINITIALISED, "branch");
        // a cell beside the one that is written
        assertFinding(STORE + LOAD.replace("[%r6]", "[%r6+1]") + USE, Kind.UNINITIALISED, "branch");
    }

    @Test
    void aSumOfAnUninitialisedSummandIsUninitialised() {
        assertFinding(
                WRITE + FENCE + PRODUCT.replace("setp.ne.u32 %p3", "setp.eq.u32 %p3") + LOAD + USE,
                Kind.UNINITIALISED,
                "branch");
    }

    @Test
    void aFactorIsReadByTheAsyncProxy() {
        assertFinding(
                WRITE + "bar.sync 0; " + PRODUCT,
                Kind.RACE,
                "matrix product without fence.proxy.async");
    }

    @Test
    void aFactorThatAnotherThreadStoresWithoutABarrierIsARace() {
        assertFinding(WRITE + "fence.proxy.async; " + PRODUCT, Kind.RACE, "matrix product");
    }

    @Test
    void anUninitialisedDescriptorIsAFinding() {
        assertFinding(
                WRITE
                        + FENCE
                        + PRODUCT.replace("@%p1 bra N;", "or.b64 %rd4, %rd4, %rd5; @%p1 bra N;"),
                Kind.UNINITIALISED,
                "address");
    }

    /// The thread that issued a product commits it to an `mbarrier`, for which all wait.
    private static final String COMMIT =
            "mov.u32 %r3, 1008; @!%p1 mbarrier.init.shared.b64 [%r3], 1; bar.sync 0;"
                    + " @!%p1 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r3]; ";

    private static final String WAIT =
            "W: mbarrier.test_wait.parity.shared.b64 %p5, [%r3], 0; @!%p5 bra W; ";

    @Test
    void aFactorMayBeOverwrittenOnceItsCommitWasWaitedFor() {
        assertThat(found(WRITE + FENCE + PRODUCT + COMMIT + WAIT + "bar.sync 0; " + WRITE))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                WRITE + FENCE + PRODUCT + COMMIT + "bar.sync 0; " + WRITE,
                WRITE + FENCE + PRODUCT + COMMIT + WRITE + WAIT,
                WRITE + FENCE + PRODUCT + COMMIT + "bar.sync 0; " + WRITE + "bar.sync 0; " + WAIT,
                WRITE + FENCE + PRODUCT + "bar.sync 0; " + WRITE,
                // the commit precedes the product
                WRITE + FENCE + COMMIT + PRODUCT + WAIT + "bar.sync 0; " + WRITE,
            })
    void aStoreToAFactorOfAPendingProductIsARace(String body) {
        assertFinding(body, Kind.RACE, "races with a pending matrix product");
    }

    @Test
    void aPhaseThatIsNotCompleteIsNoWait() {
        String body =
                WRITE
                        + FENCE
                        + PRODUCT
                        + COMMIT.replace("], 1;", "], 2;")
                        + "mbarrier.test_wait.parity.shared.b64 %p5, [%r3], 0; bar.sync 0; "
                        + WRITE;

        assertFinding(body, Kind.RACE, "races with a pending matrix product");
    }
}
