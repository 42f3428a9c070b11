package org.offloadtck.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.KernelFinding.Kind;
import org.offloadtck.engine.thread.ClusterShape;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;

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
                WRITE + FENCE + PRODUCT + COMMIT + WAIT + LOAD + USE,
                WRITE + "bar.sync 0; fence.proxy.async; " + PRODUCT + COMMIT + WAIT + LOAD + USE,
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
    void aRegisterOfTwoCellsIsUninitialisedIfOneIs() {
        String load = LOAD.replace(".x1.b32", ".x1.pack::16b.b32");
        String second = STORE.replace("[%r6]", "[%r6+1]");

        assertFinding(STORE + load + USE, Kind.UNINITIALISED, "branch");
        assertThat(found(STORE + second + load + USE)).isEmpty();
    }

    @Test
    void aSumOfAFactorOfUninitialisedCellsIsUninitialised() {
        String store = STORE.replace("[%r6]", "[%r6+16]");
        String all =
                store.replace("x1", "x8")
                        .replace("{%r9}", "{%r9, %r9, %r9, %r9, %r9, %r9, %r9, %r9}");
        String sum = "bar.sync 0; " + PRODUCT_OF_CELLS + COMMIT + WAIT + LOAD + USE;

        assertFinding(WRITE + FENCE + store + sum, Kind.UNINITIALISED, "branch");
        assertThat(found(WRITE + FENCE + all + sum)).isEmpty();
    }

    @Test
    void aShiftOfUninitialisedRowsIsUninitialised() {
        String useOfLane5 =
                "setp.ne.u32 %p6, %r0, 5; @%p6 bra X; setp.gt.u32 %p4, %r4, 7; @%p4 bra X; X: ";

        assertFinding(SHIFT + COMMIT + WAIT + LOAD + useOfLane5, Kind.UNINITIALISED, "branch");
        assertThat(found(STORE + SHIFT + COMMIT + WAIT + LOAD + useOfLane5)).isEmpty();
    }

    @Test
    void aSumOfAnUninitialisedSummandIsUninitialised() {
        assertFinding(
                WRITE
                        + FENCE
                        + PRODUCT.replace("setp.ne.u32 %p3", "setp.eq.u32 %p3")
                        + COMMIT
                        + WAIT
                        + LOAD
                        + USE,
                Kind.UNINITIALISED,
                "branch");
    }

    private static final String METADATA =
            "mov.u32 %r5, 0x44444444; tcgen05.st.sync.aligned.32x32b.x1.b32 [%r6+8], {%r5};"
                    + " tcgen05.wait::st.sync.aligned; bar.sync 0; ";

    private static final String SPARSE =
            PRODUCT.replace("mma.cta", "mma.sp.cta")
                    .replace("0x08020010", "0x08020014")
                    .replace("%r5, %p3", "[%r7+8], %r5, %p3");

    /// Columns that are allocated again keep their values, but count as uninitialised.
    @Test
    void aSumOfUninitialisedMetadataIsUninitialised() {
        String again =
                "@%p2 bra Q; tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r7, 32;"
                        + " tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r8], 32;"
                        + " Q: bar.sync 0; ";

        assertThat(found(METADATA + WRITE + FENCE + SPARSE + COMMIT + WAIT + LOAD + USE)).isEmpty();
        assertFinding(
                METADATA + again + WRITE + FENCE + SPARSE + COMMIT + WAIT + LOAD + USE,
                Kind.UNINITIALISED,
                "branch");
    }

    @Test
    void metadataOfAPendingProductAreInUse() {
        assertFinding(
                METADATA + WRITE + FENCE + SPARSE + METADATA + COMMIT + WAIT,
                Kind.RACE,
                "store at lane 0, column 8 of tensor memory races with a pending matrix product");
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

    /// Thread 0 copies 32 rows of 16 bytes to columns 8 to 11 of all lanes.
    private static final String COPY =
            "mov.b64 %rd5, 0x400000080000; add.u32 %r5, %r7, 8;"
                    + " @!%p1 tcgen05.cp.cta_group::1.32x128b.warpx4 [%r5], %rd5; ";

    private static final String LOAD_COPIED =
            "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r4}, [%r6+8]; tcgen05.wait::ld.sync.aligned; ";

    private static final String STORE_BESIDE =
            "tcgen05.st.sync.aligned.32x32b.x1.b32 [%r6+12], {%r9}; ";

    /// The product again, by the same thread.
    private static final String PRODUCT_AGAIN =
            "@!%p1 tcgen05.mma.cta_group::1.kind::f16 [%r7], %rd4, %rd4, %r5, %p3; ";

    /// The product by another thread.
    private static final String OTHER_PRODUCT =
            "mov.b64 %rd4, 0x400000080000; mov.u32 %r5, 0x08020010; setp.eq.u32 %p6, %r0, 64;"
                    + " setp.ne.u32 %p3, %r0, 64;"
                    + " @%p6 tcgen05.mma.cta_group::1.kind::f16 [%r7], %rd4, %rd4, %r5, %p3; bar.sync 0; ";

    /// Warp 0 waits, and the others wait for it.
    private static final String WAIT_OF_WARP = "@%p2 bra V; " + WAIT + "V: bar.sync 0; ";

    @ParameterizedTest
    @ValueSource(
            strings = {
                PRODUCT + COMMIT + WAIT_OF_WARP + LOAD,
                PRODUCT + COMMIT + WAIT + STORE + LOAD + USE,
                // one commit for several products, of one sum
                PRODUCT + PRODUCT_AGAIN + COMMIT + WAIT + LOAD,
                // columns beside those of the sum
                PRODUCT + LOAD_COPIED + STORE_BESIDE + COMMIT + WAIT,
                // a copy, and the product that follows it
                COPY + PRODUCT + COMMIT + WAIT + LOAD + LOAD_COPIED,
                PRODUCT + COMMIT + WAIT + OTHER_PRODUCT,
            })
    void tensorMemoryOfACompleteOperationMayBeUsed(String body) {
        assertThat(found(WRITE + FENCE + body)).isEmpty();
    }

    private static void assertSumRace(String body, String access) {
        assertFinding(
                WRITE + FENCE + body,
                Kind.RACE,
                "column 0 of tensor memory races with a pending matrix product");
        assertFinding(WRITE + FENCE + body, Kind.RACE, ": " + access + " at lane ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                PRODUCT + LOAD,
                PRODUCT + COMMIT + LOAD + WAIT,
                PRODUCT + COMMIT + "bar.sync 0; " + LOAD + WAIT,
                COMMIT + PRODUCT + WAIT + LOAD,
                PRODUCT + COMMIT_OF_TWO + TEST + LOAD,
                // a wait for the first of two products
                PRODUCT + COMMIT + PRODUCT_AGAIN + WAIT + LOAD,
                // another thread than that of the product commits
                PRODUCT + COMMIT_OF_OTHER + WAIT + LOAD,
            })
    void aLoadOfAPendingSumIsARace(String body) {
        assertSumRace(body, "load");
    }

    @Test
    void otherUsesOfAPendingSumAreRaces() {
        assertSumRace(PRODUCT + STORE, "store");
        assertSumRace(PRODUCT + OTHER_PRODUCT, "matrix product");
        assertFinding(
                WRITE + FENCE + COPY + "bar.sync 0; " + LOAD_COPIED,
                Kind.RACE,
                "column 8 of tensor memory races with a pending copy to tensor memory");
    }

    /// A product of 64 rows, in the lower 16 lanes of each quarter.
    private static final String PRODUCT_OF_64 =
            "mov.b64 %rd4, 0x400000080000; mov.u32 %r5, 0x04020010; setp.ne.u32 %p3, %r0, 0;"
                    + " @!%p1 tcgen05.mma.cta_group::1.kind::f16 [%r7], %rd4, %rd4, %r5, %p3; bar.sync 0; ";

    /// Its first factor is in columns 16 to 23.
    private static final String PRODUCT_OF_CELLS =
            "mov.b64 %rd4, 0x400000080000; mov.u32 %r5, 0x08020010; setp.ne.u32 %p3, %r0, 0;"
                    + " add.u32 %r3, %r7, 16; @!%p1 tcgen05.mma.cta_group::1.kind::f16"
                    + " [%r7], [%r3], %rd4, %r5, %p3; bar.sync 0; ";

    /// Its scale factors are in columns 16 to 19 and in column 24.
    private static final String SCALED_PRODUCT =
            "mov.b64 %rd4, 0x400000080000; mov.u32 %r5, 0x08820000; setp.ne.u32 %p3, %r0, 0;"
                    + " add.u32 %r3, %r7, 16; add.u32 %r4, %r7, 24;"
                    + " @!%p1 tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale"
                    + " [%r7], %rd4, %rd4, %r5, [%r3], [%r4], %p3; bar.sync 0; ";

    @ParameterizedTest
    @CsvSource({
        "PRODUCT_OF_64, ld 16x64b, 0, true",
        // lanes 16 to 31 of each quarter
        "PRODUCT_OF_64, ld 16x64b, 1048576, false",
        "PRODUCT_OF_64, ld 16x64b, 1048584, false",
        "PRODUCT_OF_64, ld 16x64b, 7, true",
        "PRODUCT_OF_64, ld 16x64b, 8, false",
        "PRODUCT_OF_CELLS, st 32x32b, 15, false",
        "PRODUCT_OF_CELLS, st 32x32b, 16, true",
        "PRODUCT_OF_CELLS, st 32x32b, 23, true",
        "PRODUCT_OF_CELLS, st 32x32b, 24, false",
        "PRODUCT_OF_CELLS, ld 32x32b, 16, false",
        "SCALED_PRODUCT, st 32x32b, 7, true",
        "SCALED_PRODUCT, st 32x32b, 19, true",
        "SCALED_PRODUCT, st 32x32b, 20, false",
        "SCALED_PRODUCT, st 32x32b, 24, true",
        "SCALED_PRODUCT, st 32x32b, 25, false",
        "SCALED_PRODUCT, ld 32x32b, 24, false",
    })
    void onlyCellsOfTheProductArePending(
            String product, String access, int offset, boolean conflicts) {
        String text =
                switch (product) {
                    case "PRODUCT_OF_64" -> PRODUCT_OF_64;
                    case "PRODUCT_OF_CELLS" -> PRODUCT_OF_CELLS;
                    default -> SCALED_PRODUCT;
                };
        var form = access.split(" ", -1);
        String operands = form[0].equals("ld") ? "{%%r4}, [%%r6+%d]" : "[%%r6+%d], {%%r9}";
        String use =
                ("tcgen05.%s.sync.aligned.%s.x1.b32 " + operands + ";")
                        .formatted(form[0], form[1], offset);

        assertThat(found(WRITE + FENCE + text + use)).hasSize(conflicts ? 1 : 0);
    }

    private static final String SHIFT = "@!%p1 tcgen05.shift.cta_group::1.down [%r7]; bar.sync 0; ";

    /// A product that does not write the lanes of warp 0.
    private static final String MASKED_PRODUCT =
            "mov.b64 %rd4, 0x400000080000; mov.u32 %r5, 0x08020010; setp.ne.u32 %p3, %r0, 0;"
                    + " mov.u32 %r10, 0xffffffff; mov.u32 %r11, 0;"
                    + " @!%p1 tcgen05.mma.cta_group::1.kind::f16 [%r7], %rd4, %rd4, %r5,"
                    + " {%r10, %r11, %r11, %r11}, %p3; bar.sync 0; ";

    private static final String SPLIT_LOAD = "tcgen05.ld.sync.aligned.16x32bx2.x1.b32 {%r4}, ";

    /// A product whose sum begins at column 8.
    private static final String PRODUCT_BEHIND =
            "mov.b64 %rd4, 0x400000080000; mov.u32 %r5, 0x08020010; setp.ne.u32 %p3, %r0, 0;"
                    + " add.u32 %r3, %r7, 8; @!%p1 tcgen05.mma.cta_group::1.kind::f16"
                    + " [%r3], %rd4, %rd4, %r5, %p3; bar.sync 0; ";

    private static final String IN_WARP_0 = "@%p2 bra X; " + LOAD + "X: ";

    private static final String IN_WARP_3 =
            "bar.sync 0; setp.lt.u32 %p6, %r0, 96; @%p6 bra X; " + LOAD_COPIED + "X: ";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                SHIFT + LOAD + "| pending shift of tensor memory",
                SHIFT + COMMIT + WAIT + LOAD + "| ''",
                COPY + IN_WARP_3 + "| pending copy to tensor memory",
                MASKED_PRODUCT + IN_WARP_0 + "| ''",
                MASKED_PRODUCT + LOAD + "| pending matrix product",
                // columns 0 and 8 of all lanes, then 8 and 20
                PRODUCT_OF_64 + SPLIT_LOAD + "[%r6], 8; | pending matrix product",
                PRODUCT_OF_64 + SPLIT_LOAD + "[%r6+8], 12; | ''",
                PRODUCT_BEHIND + SPLIT_LOAD + "[%r6], 8; | pending matrix product",
            })
    void whatIsPendingIsInTheLanesThatAreWritten(String body, String pending) {
        var findings = found(WRITE + FENCE + body);

        if (pending.isEmpty()) {
            assertThat(findings).isEmpty();
        } else {
            assertThat(findings).hasSize(1).first().asString().contains(pending);
        }
    }

    private static final String COMMIT_OF_TWO =
            "mov.u32 %r3, 1008; @!%p1 mbarrier.init.shared.b64 [%r3], 2; bar.sync 0;"
                    + " @!%p1 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r3]; ";

    private static final String COMMIT_OF_OTHER =
            "mov.u32 %r3, 1008; @!%p1 mbarrier.init.shared.b64 [%r3], 1; setp.eq.u32 %p6, %r0, 1;"
                    + " bar.sync 0;"
                    + " @%p6 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r3]; ";

    private static final String TEST =
            "mbarrier.test_wait.parity.shared.b64 %p5, [%r3], 0; bar.sync 0; ";

    @Test
    void aPhaseThatIsNotCompleteIsNoWait() {
        assertFinding(
                WRITE + FENCE + PRODUCT + COMMIT_OF_TWO + TEST + WRITE,
                Kind.RACE,
                "races with a pending matrix product");
    }

    /// Warp 1 fills two stages of shared memory in turns, and thread 0 multiplies what is in them
    /// and commits each product to the `mbarrier` of its stage. All wait for the last commit.
    private static final String PIPELINE =
            """
            @%p1 bra I; mbarrier.init.shared.b64 [s+960], 1; mbarrier.init.shared.b64 [s+968], 1;
            mbarrier.init.shared.b64 [s+976], 32; mbarrier.init.shared.b64 [s+984], 32;
            mbarrier.init.shared.b64 [s+1008], 1;
            I: bar.sync 0; mov.u32 %r10, 0; mov.u32 %r5, 0x08020010; setp.ge.u32 %p7, %r0, 64;
            @%p7 bra D;
            L: and.b32 %r11, %r10, 1; shl.b32 %r12, %r11, 3; shr.u32 %r13, %r10, 1;
            and.b32 %r13, %r13, 1; xor.b32 %r14, %r13, 1; shl.b32 %r15, %r11, 8; @!%p2 bra C;
            P: mbarrier.test_wait.parity.shared.b64 %p5, [%r12+960], %r14; @!%p5 bra P;
            add.u32 %r15, %r15, %r9; st.shared.u32 [%r15+-128], %r0; st.shared.u32 [%r15], %r0;
            fence.proxy.async; mbarrier.arrive.shared.b64 _, [%r12+976]; bra N;
            C: @%p1 bra N;
            F: mbarrier.test_wait.parity.shared.b64 %p5, [%r12+976], %r13; @!%p5 bra F;
            shr.u32 %r15, %r15, 4; cvt.u64.u32 %rd5, %r15; add.u64 %rd5, %rd5, 0x400000080000;
            setp.ne.u32 %p3, %r10, 0;
            tcgen05.mma.cta_group::1.kind::f16 [%r7], %rd5, %rd5, %r5, %p3;
            tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r12+960];
            N: add.u32 %r10, %r10, 1; setp.lt.u32 %p5, %r10, 5; @%p5 bra L;
            @!%p1 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [s+1008];
            D: mov.u32 %r3, 1008;
            """;

    @Test
    void aPipelineOfStagesHasNoFinding() {
        assertThat(found(PIPELINE + WAIT + LOAD + USE)).isEmpty();
    }

    @Test
    void aPipelineWithoutAWaitHasARace() {
        assertFinding(PIPELINE + LOAD + WAIT, Kind.RACE, "races with a pending matrix product");
        assertFinding(
                PIPELINE.replace("@!%p5 bra P;", "") + WAIT + LOAD,
                Kind.RACE,
                "races with a pending matrix product");
    }

    private static final String CLUSTER_BARRIER = "barrier.cluster.arrive; barrier.cluster.wait; ";

    /// A thread of a pair of CTAs multiplies for both, and commits to an `mbarrier` of each.
    private static final String PAIR =
            """
            @%p1 bra I; mbarrier.init.shared.b64 [s+1008], 1; I: mov.u32 %r10, %ctaid.x;
            or.b32 %r10, %r10, %r0; setp.ne.u32 %p1, %r10, 0;
            st.shared.u32 [%r9], %r0; fence.proxy.async; barrier.cluster.arrive; barrier.cluster.wait;
            mov.b64 %rd4, 0x400000080000; mov.u32 %r5, 0x10040010; mov.u32 %r3, 1008; mov.u16 %h1, 3;
            setp.ne.u32 %p3, %r0, %r0; @%p1 bra N;
            tcgen05.mma.cta_group::2.kind::f16 [%r7], %rd4, %rd4, %r5, %p3;
            tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%r3], %h1;
            N:
            """;

    private static List<KernelFinding> foundInPair(String body) {
        return foundInCluster((BEGIN + body + END).replace("cta_group::1", "cta_group::2"));
    }

    private static List<KernelFinding> foundInCluster(String text) {
        var machine = CheckedKernel.runningFor("sm_100a", text);
        var cluster = ClusterShape.of(Extent3D.of(2));
        var shape = new LaunchShape(Extent3D.of(2), Extent3D.of(128), 0, cluster);
        machine.launch(machine.kernel(), shape, machine.zeros("out", 1024));
        return machine.findings();
    }

    @Test
    void eachCtaOfAPairWaitsForTheSumAtItsOwnBarrier() {
        assertThat(foundInPair(PAIR + WAIT + LOAD + USE + CLUSTER_BARRIER)).isEmpty();
        assertThat(foundInPair(PAIR + CLUSTER_BARRIER + LOAD + WAIT + CLUSTER_BARRIER))
                .hasSize(1)
                .first()
                .asString()
                .contains("load at lane ", "races with a pending matrix product");
    }

    @Test
    void theTensorMemoryOfAnotherCtaIsNotThatOfAPendingProduct() {
        String body =
                "mov.u32 %r10, %ctaid.x; or.b32 %r11, %r10, %r0; setp.ne.u32 %p1, %r11, 0; "
                        + WRITE
                        + FENCE
                        + PRODUCT
                        + CLUSTER_BARRIER
                        + "setp.eq.u32 %p6, %r10, 0; @%p6 bra Y; "
                        + LOAD
                        + "Y: ";

        assertThat(foundInCluster(BEGIN + body + END)).isEmpty();
    }
}
