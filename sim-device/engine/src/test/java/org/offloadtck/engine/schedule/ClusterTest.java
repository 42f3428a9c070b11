package org.offloadtck.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.thread.ClusterShape;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;

/// Clusters: their order, their barrier and their shared memory.
///
/// Requirement: ER-33.
@Timeout(60)
class ClusterTest {

    private static final String SHARED = ".shared .align 8 .b8 box[64];";

    /// `%rd1` is the address of the word of the CTA in `out`, `%r1` its index in the grid.
    private static final String OF_CTA =
            """
            ld.param.u64 %rd0, [out];
            mov.u32 %r1, %ctaid.y;
            mov.u32 %r2, %nctaid.x;
            mov.u32 %r3, %ctaid.x;
            mad.lo.u32 %r1, %r1, %r2, %r3;
            mad.wide.u32 %rd1, %r1, 4, %rd0;
            """;

    private static final String SYNC = "barrier.cluster.arrive; barrier.cluster.wait;\n";

    private static LaunchShape shape(Extent3D grid, Extent3D cluster, int threads) {
        return new LaunchShape(grid, Extent3D.of(threads), 0, ClusterShape.of(cluster));
    }

    private static int[] run(LaunchShape shape, String body) {
        var machine = TestDevice.of("cluster.ptx", TestDevice.kernel(SHARED, OF_CTA + body));
        var out = machine.allocate("out", 4 * shape.grid().volume());
        machine.launch(machine.kernel(), shape, out);
        machine.end();
        return machine.ints(out);
    }

    private static int[] line(int ctas, int cluster, String body) {
        return run(shape(Extent3D.of(ctas), Extent3D.of(cluster), 64), body);
    }

    private static KernelFaultException fault(int ctas, String body) {
        return assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> line(ctas, ctas, body))
                .actual();
    }

    private static String stored(String register) {
        return "mov.u32 %r4, " + register + "; st.global.u32 [%rd1], %r4;\n";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "%clusterid.x | 0 0 1 1 0 0 1 1 0 0 1 1 0 0 1 1",
                "%clusterid.y | 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1",
                "%nclusterid.y | 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2",
                "%cluster_ctaid.y | 0 0 0 0 1 1 1 1 0 0 0 0 1 1 1 1",
                "%cluster_nctaid.x | 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2",
                "%cluster_ctarank | 0 1 0 1 2 3 2 3 0 1 0 1 2 3 2 3",
                "%cluster_nctarank | 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4",
            })
    void registersTellThePlaceInTheCluster(String register, String expected) {
        var shape = shape(new Extent3D(4, 4, 1), new Extent3D(2, 2, 1), 32);

        assertThat(run(shape, stored(register))).containsExactly(numbers(expected));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "%clusterid.z | 0 0 0 0 1 1 1 1",
                "%cluster_ctaid.z | 0 0 1 1 0 0 1 1",
                "%cluster_ctarank | 0 0 1 1 0 0 1 1",
            })
    void clustersHaveThreeDimensions(String register, String expected) {
        var shape = shape(new Extent3D(1, 2, 4), new Extent3D(1, 1, 2), 32);
        String index =
                """
                mov.u32 %r5, %ctaid.z;
                mov.u32 %r6, %nctaid.y;
                mad.lo.u32 %r1, %r5, %r6, %r1;
                mad.wide.u32 %rd1, %r1, 4, %rd0;
                """;

        assertThat(run(shape, index + stored(register))).containsExactly(numbers(expected));
    }

    private static int[] numbers(String text) {
        return Arrays.stream(text.trim().split(" ")).mapToInt(Integer::parseInt).toArray();
    }

    @Test
    void aClusterIsExplicitIfTheLaunchStatesIt() {
        String body =
                "mov.pred %p1, %is_explicit_cluster; selp.u32 %r4, 1, 2, %p1; st.global.u32 [%rd1], %r4;";

        assertThat(line(1, 1, body)).containsExactly(1);
        assertThat(run(LaunchShape.of(1, 32), body)).containsExactly(2);
    }

    /// Each CTA adds its index to the first word of all CTAs of its cluster, which are not
    /// neighbours in the grid.
    @ParameterizedTest
    @ValueSource(strings = {"generic", "shared"})
    void ctasAccessTheSharedMemoryOfTheirCluster(String how) {
        boolean isGeneric = how.equals("generic");
        String add =
                isGeneric
                        ? "cvta.shared.u64 %rd2, box; mapa.u64 %rd3, %rd2, %r5; red.add.u32 [%rd3], %r1;"
                        : "mapa.shared::cluster.u32 %r6, box, %r5; red.shared::cluster.add.u32 [%r6], %r1;";
        String body =
                """
                setp.ne.u32 %p1, %r0, 0;
                mov.u32 %r5, 0;
                mov.u32 %r7, %cluster_nctarank;
                """
                        + SYNC
                        + "@%p1 bra added;\nagain:\n"
                        + add
                        + "add.u32 %r5, %r5, 1; setp.lt.u32 %p2, %r5, %r7; @%p2 bra again;\nadded:\n"
                        + SYNC
                        + "ld.shared.u32 %r4, [box]; st.global.u32 [%rd1], %r4;";

        assertThat(run(shape(new Extent3D(4, 2, 1), new Extent3D(2, 2, 1), 64), body))
                .containsExactly(10, 10, 18, 18, 10, 10, 18, 18);
    }

    @Test
    void anAddressIsTheSameForAllCtasAndNamesItsRank() {
        String body =
                """
                mapa.shared::cluster.u32 %r5, box, %cluster_ctarank;
                getctarank.shared::cluster.u32 %r6, %r5;
                mapa.shared::cluster.u32 %r5, %r5, 2;
                getctarank.shared::cluster.u32 %r7, %r5;
                mov.u32 %r8, box;
                getctarank.shared::cluster.u32 %r9, %r8;
                mad.lo.u32 %r6, %r6, 100, %r9;
                mad.lo.u32 %r4, %r7, 1000, %r6;
                st.global.u32 [%rd1], %r4;
                """;

        assertThat(line(3, 3, body)).containsExactly(2000, 2101, 2202);
    }

    /// Vectors, and loads and stores of all lanes.
    @Test
    void lanesReadVectorsOfAnotherCta() {
        String body =
                """
                shl.b32 %r5, %r0, 3;
                and.b32 %r5, %r5, 56;
                mov.u32 %r6, box;
                add.u32 %r6, %r6, %r5;
                st.shared.v2.u32 [%r6], {%r1, %r5};
                mov.u32 %r7, %cluster_ctarank;
                xor.b32 %r7, %r7, 1;
                mapa.shared::cluster.u32 %r8, %r6, %r7;
                """
                        + SYNC
                        + """
                        ld.shared::cluster.v2.u32 {%r9, %r10}, [%r8];
                        mad.lo.u32 %r4, %r9, 100, %r10;
                        setp.eq.u32 %p1, %r0, 6;
                        @%p1 st.global.u32 [%rd1], %r4;
                        """
                        + SYNC;

        assertThat(line(4, 2, body)).containsExactly(148, 48, 348, 248);
    }

    @Test
    void aThreadArrivesAndWaitsLater() {
        String body =
                """
                barrier.cluster.arrive.release.aligned;
                st.shared.u32 [box], %r1;
                barrier.cluster.wait.acquire.aligned;
                barrier.cluster.arrive.relaxed;
                barrier.cluster.wait;
                mapa.shared::cluster.u32 %r5, box, 0;
                ld.shared::cluster.u32 %r4, [%r5];
                st.global.u32 [%rd1], %r4;
                """
                        + SYNC;

        assertThat(line(4, 2, body)).containsExactly(0, 0, 2, 2);
    }

    /// The threads of a warp wait in different groups, and others have exited.
    @Test
    void exitedThreadsHaveArrived() {
        String body =
                """
                setp.gt.u32 %p1, %r0, 40;
                @%p1 exit;
                setp.gt.u32 %p2, %r3, 1;
                @%p2 exit;
                and.b32 %r5, %r0, 1;
                setp.eq.u32 %p3, %r5, 0;
                @%p3 bra even;
                barrier.cluster.arrive;
                barrier.cluster.wait;
                bra.uni end;
                even:
                barrier.cluster.arrive;
                barrier.cluster.wait;
                end:
                st.global.u32 [%rd1], 7;
                """;

        assertThat(line(4, 4, body)).containsExactly(7, 7, 0, 0);
    }

    /// An mbarrier in rank 0 counts arrivals of all CTAs.
    @Test
    void ctasArriveAtAnMbarrierOfAnother() {
        String body =
                """
                setp.ne.u32 %p1, %r0, 0;
                mov.u32 %r7, %cluster_nctarank;
                mov.u32 %r9, %cluster_ctarank;
                @!%p1 mbarrier.init.shared.b64 [box], %r7;
                """
                        + SYNC
                        + """
                        mapa.shared::cluster.u32 %r8, box, 0;
                        @!%p1 mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r8];
                        setp.ne.u32 %p2, %r9, 0;
                        @%p2 bra done;
                        again:
                        mbarrier.try_wait.parity.shared.b64 %p3, [box], 0;
                        @!%p3 bra again;
                        st.global.u32 [%rd1], 5;
                        done:
                        """
                        + SYNC;

        assertThat(line(4, 4, body)).containsExactly(5, 0, 0, 0);
    }

    /// A flag in the shared memory of another CTA, which waits for it in a loop.
    @Test
    void aWaitForAnotherCtaOfTheClusterEnds() {
        String body =
                """
                mov.u32 %r9, %cluster_ctarank;
                setp.eq.u32 %p2, %r9, 0;
                """
                        + SYNC
                        + """
                        @!%p2 bra tell;
                        again:
                        ld.volatile.shared.u32 %r5, [box];
                        setp.eq.u32 %p3, %r5, 0;
                        @%p3 bra again;
                        st.global.u32 [%rd1], %r5;
                        bra.uni end;
                        tell:
                        mov.u32 %r6, 0;
                        busy:
                        add.u32 %r6, %r6, 1;
                        setp.lt.u32 %p1, %r6, 300000;
                        @%p1 bra busy;
                        mapa.shared::cluster.u32 %r8, box, 0;
                        st.shared::cluster.u32 [%r8], %r6;
                        end:
                        """
                        + SYNC;

        assertThat(line(2, 2, body)).containsExactly(300000, 0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "4 | OUT_OF_BOUNDS | load of 4 bytes at 0x0 of shared memory of the CTA of rank 4 in the"
                        + " cluster, which has 4 CTAs",
                "70000 | OUT_OF_BOUNDS | load of 4 bytes at 0x0 of shared memory of the CTA of rank 254 in"
                        + " the cluster, which has 4 CTAs",
                "-1 | OUT_OF_BOUNDS | load of 4 bytes at 0x0 of shared memory of the CTA of rank 254 in the"
                        + " cluster, which has 4 CTAs",
            })
    void aRankOutsideTheClusterIsAFault(int rank, FaultKind kind, String problem) {
        var fault =
                fault(
                        4,
                        "mapa.shared::cluster.u32 %r5, box, "
                                + rank
                                + "; ld.shared.u32 %r4, [%r5];");

        assertThat(fault.kind()).isEqualTo(kind);
        assertThat(fault.problem()).isEqualTo(problem);
    }

    @Test
    void aRankOutsideAClusterOfOneCtaIsAFault() {
        var fault = fault(1, "mapa.shared::cluster.u32 %r5, box, 3; ld.shared.u32 %r4, [%r5];");

        assertThat(fault.problem())
                .endsWith("of the CTA of rank 3 in the cluster, which has 1 CTA");
    }

    /// One that is both is misaligned.
    @Test
    void aMisalignedAccessToARankOutsideIsMisaligned() {
        var fault = fault(1, "mapa.shared::cluster.u32 %r5, box, 3; ld.shared.u32 %r4, [%r5+2];");

        assertThat(fault.kind()).isEqualTo(FaultKind.MISALIGNED);
    }

    @Test
    void anOffsetOutsideTheSharedMemoryOfTheOtherIsAFault() {
        var fault = fault(2, "mapa.shared::cluster.u32 %r5, box, 1; st.shared.u32 [%r5+64], %r4;");

        assertThat(fault.kind()).isEqualTo(FaultKind.OUT_OF_BOUNDS);
        assertThat(fault.problem())
                .isEqualTo("store of 4 bytes at 0x40 of shared memory, which ends at 0x40");
    }

    @Test
    void anAccessToACtaThatHasExitedIsAFault() {
        String body =
                SYNC
                        + """
                        mov.u32 %r9, %cluster_ctarank;
                        setp.eq.u32 %p2, %r9, 0;
                        @%p2 exit;
                        mov.u32 %r6, 0;
                        busy:
                        add.u32 %r6, %r6, 1;
                        setp.lt.u32 %p1, %r6, 300000;
                        @%p1 bra busy;
                        mapa.shared::cluster.u32 %r8, box, 0;
                        ld.shared::cluster.u32 %r4, [%r8];
                        """;
        var fault = fault(2, body);

        assertThat(fault.kind()).isEqualTo(FaultKind.EXITED_CTA);
        assertThat(fault.problem())
                .isEqualTo(
                        "load of 4 bytes at 0x0 of shared memory of CTA (0, 0, 0) of the cluster, which has"
                                + " exited when it should wait for this access");
    }

    @Test
    void aDeadlockNamesTheBarrierOfTheCluster() {
        String body =
                """
                mov.u32 %r9, %cluster_ctarank;
                setp.eq.u32 %p2, %r9, 0;
                @%p2 bra other;
                barrier.cluster.arrive;
                barrier.cluster.wait;
                other:
                bar.sync 0;
                barrier.cluster.wait;
                """;
        var fault = fault(2, body);

        assertThat(fault.kind()).isEqualTo(FaultKind.DEADLOCK);
        assertThat(fault.problem())
                .matches(
                        "no thread can make progress: CTA \\(0, 0, 0\\): threads 0-63 wait at \\S+ for the"
                                + " barrier of the cluster; CTA \\(1, 0, 0\\): threads 0-63 wait at \\S+ for"
                                + " the barrier of the cluster");
    }

    @Test
    void aDeadlockNamesTheCtasThatHaveNotExited() {
        String body =
                """
                mov.u32 %r9, %cluster_ctarank;
                setp.eq.u32 %p2, %r9, 0;
                @%p2 exit;
                barrier.cluster.wait;
                """;

        assertThat(fault(2, body).problem())
                .matches(
                        "no thread can make progress: threads 0-63 wait at \\S+ for"
                                + " the barrier of the cluster");
    }

    @Test
    void arrivingTwiceIsAFault() {
        var fault = fault(2, "barrier.cluster.arrive; barrier.cluster.arrive;");

        assertThat(fault.kind()).isEqualTo(FaultKind.INVALID_BARRIER);
    }

    /// The first arrival completes the phase.
    @Test
    void arrivingAgainWithoutAWaitIsAFault() {
        var shape = shape(Extent3D.of(1), Extent3D.of(1), 32);

        assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> run(shape, "barrier.cluster.arrive; barrier.cluster.arrive;"))
                .matches(fault -> fault.kind() == FaultKind.INVALID_BARRIER);
    }

    /// The next clusters use the state of the first.
    @Test
    void threadsMayExitWithoutAWait() {
        String body = "barrier.cluster.arrive;\n" + stored("%cluster_ctarank");

        assertThat(line(6, 2, body)).containsExactly(0, 1, 0, 1, 0, 1);
    }

    @ParameterizedTest
    @CsvSource({"5, 2, 2, 2, 1, 1", "2, 5, 2, 1, 2, 1", "2, 2, 5, 1, 1, 2"})
    void aGridIsAMultipleOfItsClusters(int x, int y, int z, int ofX, int ofY, int ofZ) {
        var grid = new Extent3D(x, y, z);
        var cluster = new Extent3D(ofX, ofY, ofZ);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> shape(grid, cluster, 32))
                .withMessage(
                        "grid (%d, %d, %d) when it should be a multiple of clusters (%d, %d, %d)",
                        x, y, z, ofX, ofY, ofZ);
    }

    /// More clusters than are resident at the same time.
    @Test
    void clustersThatDoNotFitStartLater() {
        String body =
                SYNC
                        + "st.shared.u32 [box], %r1;\n"
                        + SYNC
                        + """
                        mapa.shared::cluster.u32 %r5, box, 2;
                        ld.shared::cluster.u32 %r4, [%r5];
                        st.global.u32 [%rd1], %r4;
                        """
                        + SYNC;
        int[] results = line(300, 3, body);

        for (int cta = 0; cta < results.length; cta++) {
            assertThat(results[cta]).isEqualTo(cta / 3 * 3 + 2);
        }
    }
}
