package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.thread.LaunchShape;

/// What lanes of a warp and threads of a CTA do together.
class CollectivesTest {

    private static int[] each(int threads, IntUnaryOperator of) {
        return IntStream.range(0, threads).map(of).toArray();
    }

    @Test
    void shufflesReadOtherLanes() {
        var machine =
                TestDevice.running(
                        """
                        shfl.sync.down.b32 %r1, %r0, 4, 31, -1;
                        shfl.sync.bfly.b32 %r2, %r0, 1, 31, -1;
                        shfl.sync.idx.b32 %r3|%p1, %r0, 40, 0x181f, -1;
                        shfl.sync.up.b32 %r4|%p2, %r0, 2, 0, -1;
                        selp.u32 %r5, 1, 0, %p2;
                        shl.b32 %r2, %r2, 8;
                        shl.b32 %r3, %r3, 16;
                        shl.b32 %r5, %r5, 24;
                        or.b32 %r1, %r1, %r2;
                        or.b32 %r1, %r1, %r3;
                        or.b32 %r1, %r1, %r5;
                        st.global.u32 [%rd0], %r1;
                        """);

        assertThat(machine.words(32))
                .isEqualTo(
                        each(
                                32,
                                i ->
                                        (i + 4 < 32 ? i + 4 : i)
                                                | (i ^ 1) << 8
                                                | (i & 24) << 16
                                                | (i < 2 ? 0 : 1) << 24));
    }

    @Test
    void votesAndMatchesSeeEveryLaneOfTheMask() {
        var machine =
                TestDevice.running(
                        """
                        setp.lt.u32 %p1, %r0, 8;
                        vote.sync.ballot.b32 %r1, %p1, -1;
                        vote.sync.any.pred %p2, %p1, -1;
                        vote.sync.all.pred %p3, %p1, -1;
                        selp.u32 %r2, 0x100, 0, %p2;
                        selp.u32 %r3, 0x200, 0, %p3;
                        shr.u32 %r4, %r0, 3;
                        match.any.sync.b32 %r5, %r4, -1;
                        popc.b32 %r6, %r5;
                        shl.b32 %r6, %r6, 16;
                        or.b32 %r1, %r1, %r2;
                        or.b32 %r1, %r1, %r3;
                        or.b32 %r1, %r1, %r6;
                        st.global.u32 [%rd0], %r1;
                        """);

        assertThat(machine.words(32)).containsOnly(0x8_01ff);
    }

    @Test
    void lanesMayComeToACollectiveByDifferentWays() {
        var machine =
                TestDevice.running(
                        """
                        setp.lt.u32 %p1, %r0, 16;
                        @%p1 bra low;
                        shfl.sync.idx.b32 %r1, %r0, 3, 31, -1;
                        bra join;
                        low:
                        shfl.sync.idx.b32 %r1, %r0, 20, 31, -1;
                        join:
                        st.global.u32 [%rd0], %r1;
                        """);

        assertThat(machine.words(32)).isEqualTo(each(32, i -> i < 16 ? 20 : 3));
    }

    @Test
    void withoutAMaskItIsTheLanesThatAreThere() {
        var machine =
                TestDevice.running(
                        """
                        setp.lt.u32 %p1, %r0, 16;
                        setp.ge.u32 %p2, %r0, 12;
                        @%p1 bra low;
                        vote.ballot.b32 %r1, %p2;
                        bra join;
                        low:
                        shfl.bfly.b32 %r1|%p3, %r0, 17, 31;
                        @%p2 shfl.down.b32 %r1, %r0, 1, 31;
                        @%p2 vote.all.pred %p3, %p2;
                        @!%p3 mov.u32 %r1, 99;
                        join:
                        st.global.u32 [%rd0], %r1;
                        """);

        assertThat(machine.words(32))
                .isEqualTo(each(32, i -> i >= 16 ? 0xffff_0000 : i < 12 || i == 15 ? 0 : i + 1));
    }

    @Test
    void aBarrierReductionCountsTheThreadsThatSayYes() {
        var machine =
                TestDevice.running(
                        """
                        and.b32 %r1, %r0, 3;
                        setp.eq.u32 %p1, %r1, 0;
                        bar.red.popc.u32 %r2, 0, %p1;
                        bar.red.and.pred %p2, 0, %p1;
                        bar.red.or.pred %p3, 0, %p1;
                        selp.u32 %r3, 100, 0, %p2;
                        selp.u32 %r4, 1000, 0, %p3;
                        add.u32 %r2, %r2, %r3;
                        add.u32 %r2, %r2, %r4;
                        st.global.u32 [%rd0], %r2;
                        """);

        assertThat(machine.words(80)).containsOnly(1020);
    }

    @Test
    void aBarrierWithACountWaitsForSoManyThreads() {
        var machine =
                TestDevice.of(
                        "count.ptx",
                        TestDevice.kernel(
                                ".shared .u32 word;",
                                """
                                setp.ge.u32 %p1, %r0, 64;
                                @%p1 exit;
                                setp.eq.u32 %p2, %r0, 5;
                                @%p2 st.shared.u32 [word], 9;
                                barrier.sync 3, 64;
                                ld.shared.u32 %r1, [word];
                                st.global.u32 [%rd0], %r1;
                                """));

        assertThat(machine.words(128)).isEqualTo(each(128, i -> i < 64 ? 9 : 0));
    }

    /// Only lanes that wait for another barrier are split off, not lanes that are elsewhere.
    @Test
    void lanesWaitForTheBarrierInTheirRegister() {
        var machine =
                TestDevice.running(
                        """
                        mov.u32 %r1, 9;
                        setp.ge.u32 %p1, %r0, 16;
                        @%p1 bra end;
                        mov.u32 %r1, 1;
                        barrier.sync %r1;
                        end:
                        st.global.u32 [%rd0], %r1;
                        """);
        var out = machine.allocate("out", 4L * 32);

        var result = machine.launch(machine.kernel(), LaunchShape.of(1, 32), out);

        assertThat(machine.ints(out)).isEqualTo(each(32, i -> i < 16 ? 1 : 9));
        assertThat(result.counters().threadInstructions()).isEqualTo(6 * 32 + 2 * 16 + 2 * 32);
        assertThat(result.counters().barriers()).isEqualTo(1);
    }

    /// The lanes from 3 on elect lane 3, each half of a diverged warp its first lane, lanes that
    /// have exited are not elected.
    @Test
    void theFirstLaneOfTheMaskIsElected() {
        var machine =
                TestDevice.running(
                        """
                        setp.lt.u32 %p1, %r0, 3;
                        @%p1 ret;
                        elect.sync %r1|%p2, -1;
                        selp.u32 %r2, 100, 0, %p2;
                        add.u32 %r1, %r1, %r2;
                        and.b32 %r3, %r0, 1;
                        setp.eq.u32 %p3, %r3, 0;
                        @%p3 bra even;
                        elect.sync _|%p4, 0xaaaaaaaa;
                        bra.uni end;
                        even: elect.sync %r4|%p4, 0x55555550;
                        end: selp.u32 %r2, 1000, 0, %p4;
                        add.u32 %r1, %r1, %r2;
                        st.global.u32 [%rd0], %r1;
                        """);

        assertThat(machine.words(32))
                .isEqualTo(each(32, i -> i < 3 ? 0 : i == 3 ? 1103 : i == 4 ? 1003 : 3));
    }

    @Test
    void instructionsOfSm90WithoutAnEffectHereContinue() {
        var machine =
                TestDevice.running(
                        """
                        griddepcontrol.wait;
                        fence.proxy.alias;
                        fence.proxy.async;
                        fence.proxy.async.global;
                        fence.proxy.async.shared::cta;
                        fence.proxy.tensormap::generic.release.gpu;
                        fence.proxy.tensormap::generic.acquire.gpu [%rd0], 128;
                        fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;
                        fence.mbarrier_init.release.cluster;
                        membar.proxy.alias;
                        prefetch.tensormap [%rd0];
                        pmevent.mask 255;
                        griddepcontrol.launch_dependents;
                        st.global.u32 [%rd0], 7;
                        """);

        assertThat(machine.words(2)).containsExactly(7, 7);
    }
}
