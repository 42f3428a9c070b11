package org.offloadtck.timing.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.thread.ClusterShape;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.timing.CycleUse;
import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.ReplayCoverage;
import org.offloadtck.timing.Timeline;
import org.offloadtck.timing.Timing;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimedDevice;

/// Clusters take room on the multiprocessors of one GPC together, and their CTAs access each
/// other's shared memory and wait for each other over the network between multiprocessors.
///
/// Requirement: ER-33.
@Timeout(120)
final class ClusterTimingTest {

    private static final String WORK = "fma.rn.f32 %f1, %f1, %f2, %f1;\n";
    private static final String SYNC = "barrier.cluster.arrive.relaxed; barrier.cluster.wait;\n";

    /// Shared memory of a CTA that has a multiprocessor to itself.
    private static final int ALONE = 200 << 10;

    /// `%r10` is the address of `s` in the next CTA of the cluster.
    private static final String NEIGHBOUR =
            """
            mov.u32 %r11, s;
            mov.u32 %r12, %cluster_ctarank;
            mov.u32 %r13, %cluster_nctarank;
            add.u32 %r12, %r12, 1;
            rem.u32 %r12, %r12, %r13;
            mapa.shared::cluster.u32 %r10, %r11, %r12;
            """;

    private static String loop(String body) {
        return "mov.u32 %r8, 0;\nNEXT:\n"
                + body
                + """
                add.u32 %r8, %r8, 1;
                setp.lt.u32 %p4, %r8, %r1;
                @%p4 bra NEXT;
                """;
    }

    private static LaunchShape shape(int ctas, int cluster, int threads) {
        return shape(ctas, cluster, threads, 0);
    }

    private static LaunchShape shape(int ctas, int cluster, int threads, int shared) {
        return new LaunchShape(
                Extent3D.of(ctas),
                Extent3D.of(threads),
                shared,
                ClusterShape.of(Extent3D.of(cluster)));
    }

    private static TimedKernel kernel(String device, String body) {
        return TimedKernel.of(device, 1 << 20, body);
    }

    private static int figure(Quantity quantity) {
        return TimedDevice.of(DeviceSpec.named("h100").orElseThrow()).timing().value(quantity);
    }

    /// Cycles of a load, at whose address the next one is, from the next CTA of the cluster.
    private static double remoteLoad(String neighbour, int cluster) {
        var step = "ld.shared::cluster.u32 %r14, [%r10];\nadd.u32 %r10, %r10, %r14;\n";
        var shape = shape(cluster, cluster, 1);
        double four =
                kernel("h100", neighbour + SYNC + loop(step.repeat(4)) + SYNC).slope(shape, 10, 40);
        double eight =
                kernel("h100", neighbour + SYNC + loop(step.repeat(8)) + SYNC).slope(shape, 10, 40);
        return (eight - four) / 4;
    }

    /// Each load takes the latency, and the addition that follows 4 cycles.
    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void aChainOfRemoteLoadsTakesTheLatencyOfEach(int cluster) {
        assertThat(remoteLoad(NEIGHBOUR, cluster)).isEqualTo(figure(Quantity.DSMEM_LATENCY) + 4);
    }

    @Test
    void aLoadFromTheOwnCtaByItsRankIsLocal() {
        var own = NEIGHBOUR.replace("add.u32 %r12, %r12, 1;", "");

        assertThat(remoteLoad(own, 2)).isEqualTo(figure(Quantity.SHARED_LATENCY) + 4);
    }

    /// A round moves 128 bytes for each of 32 warps in each direction.
    @ParameterizedTest
    @CsvSource({"2, DSMEM_PAIR_BANDWIDTH", "4, DSMEM_BANDWIDTH", "8, DSMEM_BANDWIDTH"})
    void multiprocessorsMoveWhatTheNetworkCan(int cluster, Quantity bandwidth) {
        var reads =
                NEIGHBOUR
                        + "shl.b32 %r15, %r2, 2; add.u32 %r10, %r10, %r15;\n"
                        + SYNC
                        + loop("ld.shared::cluster.u32 %r14, [%r10];\n".repeat(4))
                        + SYNC;

        double cycles = kernel("h100", reads).slope(shape(cluster, cluster, 1024), 10, 40);

        assertThat(4 * 32 * 128 / cycles).isCloseTo(figure(bandwidth), Offset.offset(0.5));
    }

    /// All read from one CTA, which sends to one after another.
    @Test
    void aCtaThatAllReadFromIsTheBottleneck() {
        var reads =
                NEIGHBOUR.replace("add.u32 %r12, %r12, 1;", "mov.u32 %r12, 0;")
                        + "shl.b32 %r15, %r2, 2; add.u32 %r10, %r10, %r15;\n"
                        + SYNC
                        + loop("ld.shared::cluster.u32 %r14, [%r10];\n".repeat(4))
                        + SYNC;

        double cycles = kernel("h100", reads).slope(shape(8, 8, 512), 10, 40);

        assertThat(7 * 4 * 16 * 128 / cycles)
                .isCloseTo(figure(Quantity.DSMEM_BANDWIDTH), Offset.offset(0.5));
    }

    /// The loop has 28 cycles beside the barrier, and the arrival is an instruction of its own.
    @Test
    void aRelaxedBarrierTakesItsLatency() {
        double cycles = kernel("h100", loop(SYNC)).slope(shape(2, 2, 128), 10, 40);

        assertThat(cycles)
                .isBetween(
                        figure(Quantity.CLUSTER_BARRIER_LATENCY) + 1.0,
                        figure(Quantity.CLUSTER_BARRIER_LATENCY) + 40.0);
    }

    /// arXiv 2609.01864 Table II has 851 cycles for two CTAs on an H100.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 16})
    void aBarrierThatReleasesHasAFence(int cluster) {
        var sync = "barrier.cluster.arrive; barrier.cluster.wait;\n";
        double relaxed = kernel("h100", loop(SYNC)).slope(shape(cluster, cluster, 128), 10, 40);

        double cycles = kernel("h100", loop(sync)).slope(shape(cluster, cluster, 128), 10, 40);

        assertThat(cycles - relaxed).isBetween(660.0, 672.0);
        assertThat(cycles).isBetween(851.0, 851.0 + 40);
    }

    @Test
    void allWaitForTheLastWarpOfTheCluster() {
        var late =
                """
                mov.u32 %r12, %cluster_ctarank;
                setp.ne.u32 %p1, %r12, 3;
                @%p1 bra ARRIVE;
                WORK
                ARRIVE:
                """
                        .replace("WORK", WORK.repeat(1000));
        var timing = kernel("h100", late + SYNC).run(shape(4, 4, 32), 0);

        var ends = timing.timeline().spans().stream().map(Timeline.Span::ended).toList();
        assertThat(ends).hasSize(4).containsOnly(ends.getFirst());
        assertThat(timing.cycles()).isGreaterThan(4000);
        assertThat(timing.stack().spent().get(CycleUse.BARRIER)).isGreaterThan(3 * 3900);
        assertThat(timing.stack().assumed().get(CycleUse.BARRIER)).isGreaterThan(3 * 3900);
    }

    /// Threads that have exited need not arrive.
    @Test
    void aCtaThatHasExitedIsNotWaitedFor() {
        var early =
                """
                mov.u32 %r12, %cluster_ctarank;
                setp.eq.u32 %p1, %r12, 0;
                @%p1 exit;
                """;

        assertThat(kernel("h100", SYNC + early + SYNC).run(shape(4, 4, 64), 0).cycles())
                .isGreaterThan(2L * figure(Quantity.CLUSTER_BARRIER_LATENCY));
    }

    /// Two CTAs send each other a signal by turns.
    @Test
    void anArrivalAtAnotherCtaTakesTheLatency() {
        var turns =
                NEIGHBOUR
                        + """
                        mbarrier.init.shared.b64 [s], 1;
                        """
                        + SYNC
                        + """
                        mov.u32 %r12, %cluster_ctarank;
                        mov.u32 %r8, 0;
                        setp.ne.u32 %p2, %r12, 0;
                        @%p2 bra SECOND;
                        FIRST:
                        mbarrier.arrive.shared::cluster.b64 _, [%r10];
                        and.b32 %r9, %r8, 1;
                        A: mbarrier.try_wait.parity.shared.b64 %p3, [s], %r9; @!%p3 bra A;
                        add.u32 %r8, %r8, 1;
                        setp.lt.u32 %p4, %r8, %r1;
                        @%p4 bra FIRST;
                        bra E;
                        SECOND:
                        and.b32 %r9, %r8, 1;
                        B: mbarrier.try_wait.parity.shared.b64 %p3, [s], %r9; @!%p3 bra B;
                        mbarrier.arrive.shared::cluster.b64 _, [%r10];
                        add.u32 %r8, %r8, 1;
                        setp.lt.u32 %p4, %r8, %r1;
                        @%p4 bra SECOND;
                        E:
                        """
                        + SYNC;

        double round = kernel("h100", turns).slope(shape(2, 2, 1), 10, 40);

        assertThat(round)
                .isBetween(
                        2.0 * figure(Quantity.DSMEM_LATENCY),
                        2.0 * figure(Quantity.DSMEM_LATENCY) + 150);
    }

    /// A GPC of an H100 has 16 or 18 multiprocessors, which hold two or three clusters of six: 18
    /// clusters at a time. Single CTAs all have room.
    @Test
    void aClusterThatHasNoRoomInAGpcWaits() {
        var kernel = kernel("h100", loop(WORK.repeat(100)));
        long alone = kernel.run(shape(114, 1, 32, ALONE), 100).cycles();
        long inOneWave = kernel.run(shape(108, 6, 32, ALONE), 100).cycles();

        var timing = kernel.run(shape(114, 6, 32, ALONE), 100);

        assertThat(inOneWave).isCloseTo(alone, Offset.offset(alone / 100));
        assertThat(timing.cycles()).isGreaterThan(alone + 40_000);
    }

    @Test
    void theCtasOfAClusterStartTogetherInOneGpc() {
        var kernel = kernel("h100", loop(WORK.repeat(10)));

        var timing = kernel.run(shape(400, 4, 64, ALONE), 30);

        var clusters =
                timing.timeline().spans().stream()
                        .collect(Collectors.groupingBy(span -> span.cta() / 4));
        assertThat(clusters).hasSize(100);
        for (var cluster : clusters.values()) {
            assertThat(cluster.stream().map(Timeline.Span::placed).distinct()).hasSize(1);
            assertThat(cluster.stream().map(Timeline.Span::multiprocessor).distinct()).hasSize(4);
            assertThat(cluster.stream().map(span -> gpc(span.multiprocessor())).distinct())
                    .hasSize(1);
        }
    }

    /// Two GPCs of 18, then six of 16.
    private static int gpc(int multiprocessor) {
        return multiprocessor < 36 ? multiprocessor / 18 : 2 + (multiprocessor - 36) / 16;
    }

    @Test
    void aTimelineHasTheNumbersOfTheGrid() {
        var squares =
                new LaunchShape(
                        new Extent3D(4, 4, 1),
                        Extent3D.of(32),
                        ALONE,
                        ClusterShape.of(new Extent3D(2, 2, 1)));

        var spans = kernel("h100", WORK).run(squares, 0).timeline().spans();

        assertThat(spans).extracting(Timeline.Span::cta).doesNotHaveDuplicates().hasSize(16);
        var gpcs =
                spans.stream()
                        .filter(span -> List.of(0L, 1L, 4L, 5L).contains(span.cta()))
                        .map(span -> gpc(span.multiprocessor()))
                        .distinct();
        assertThat(gpcs).hasSize(1);
    }

    /// A copy of a multicast is one access of global memory and arrives in the other CTA later.
    @Test
    void aMulticastArrivesAtOtherCtasByTheNetwork() {
        var multicast =
                """
                mov.u32 %r12, %cluster_ctarank;
                mbarrier.init.shared.b64 [s], 1;
                mbarrier.arrive.expect_tx.shared.b64 %rd9, [s], 1024;
                SYNC
                setp.ne.u32 %p2, %r12, 0;
                @%p2 bra WAIT;
                mov.b16 %h1, 3;
                cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [s+1024], [%rd1], 1024, [s], %h1;
                WAIT:
                B: mbarrier.try_wait.shared.b64 %p3, [s], %rd9; @!%p3 bra B;
                ENDED
                SYNC
                """
                        .replace("SYNC", SYNC);
        var spans =
                kernel("h100", ".reg .b16 %h<2>;\n" + multicast.replace("ENDED", ""))
                        .run(shape(2, 2, 1), 0)
                        .timeline()
                        .spans();
        assertThat(spans).hasSize(2);

        var profile =
                kernel("h100", ".reg .b16 %h<2>;\n" + multicast.replace("ENDED", "exit;"))
                        .run(shape(2, 2, 1), 0);
        var ends = new long[2];
        profile.timeline().spans().forEach(span -> ends[(int) span.cta()] = span.ended());
        assertThat(ends[1] - ends[0]).isBetween(200L, 300L);
    }

    private static final String MIXED =
            NEIGHBOUR
                    + SYNC
                    + "shl.b32 %r15, %r2, 2; add.u32 %r10, %r10, %r15;\n"
                    + "add.u64 %rd4, %rd1, %rd3;\n"
                    + loop(
                            """
                            ld.shared::cluster.u32 %r14, [%r10];
                            ld.global.u32 %r16, [%rd4];
                            st.shared::cluster.u32 [%r10], %r16;
                            bar.sync 0;
                            """)
                    + SYNC;

    @Test
    void theTimingIsTheSameOnAnyNumberOfThreads() {
        var kernel = kernel("h100", MIXED);
        var shape = shape(600, 4, 128);
        var one = kernel.run(shape, 6, 1);
        for (int threads = 1; threads <= 4; threads++) {
            assertThat(kernel.run(shape, 6, threads)).isEqualTo(one);
            assertThat(kernel.profile(shape, 6, threads).cycles()).isEqualTo(one.cycles());
        }
    }

    /// Parts consist of whole clusters.
    @Test
    void aSampledLaunchIsAboutAsLong() {
        var kernel = kernel("h100", MIXED);
        var shape = shape(1600, 4, 128, ALONE);
        var whole = kernel.within(1L << 30, shape, 1);

        var sampled = (KernelTiming) kernel.within(70_000, shape, 1);

        assertThat(sampled.coverage()).isInstanceOf(ReplayCoverage.Sampled.class);
        long cycles = ((KernelTiming) whole).cycles();
        assertThat(sampled.cycles()).isCloseTo(cycles, Offset.offset(sampled.error()));
        assertThat(kernel.within(70_000, shape, 3)).isEqualTo(sampled);
    }

    @Test
    void aDeviceWithoutRoomForAClusterHasNoTime() {
        var spec = DeviceSpec.named("h100").orElseThrow();
        var small =
                new TimedDevice(
                        spec.withMultiprocessors(4, 1_000_000), TimedDevice.of(spec).timing());
        var timings =
                kernel("h100", MIXED)
                        .sweep(List.of(TimedDevice.of(spec), small), shape(8, 4, 32, ALONE), 1);

        assertThat(timings.getFirst()).isInstanceOf(KernelTiming.class);
        assertThat(timings.getLast())
                .isEqualTo(new Timing.Unknown("the device has no room for a cluster of 4 CTAs"));
    }
}
