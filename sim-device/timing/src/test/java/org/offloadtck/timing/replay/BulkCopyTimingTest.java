package org.offloadtck.timing.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.offloadtck.engine.thread.LaunchShape;

/// The bytes of a bulk copy arrive at its `mbarrier` when memory has delivered them.
final class BulkCopyTimingTest {

    private static final LaunchShape ONE_THREAD = LaunchShape.of(1, 1);

    /// Each round of `%r1` copies new lines from global memory, as often as `COPIES` says, and then
    /// waits.
    private static final String ROUNDS =
            """
            mov.u32 %r8, 0;
            mbarrier.init.shared.b64 [s], 1;
            NEXT:
            mbarrier.arrive.expect_tx.shared.b64 _, [s], TOTAL;
            COPIES
            and.b32 %r9, %r8, 1;
            FULL: mbarrier.try_wait.parity.shared.b64 %p3, [s], %r9; @!%p3 bra FULL;
            add.u32 %r8, %r8, 1;
            setp.lt.u32 %p4, %r8, %r1;
            @%p4 bra NEXT;
            """;

    private static double perRound(String copies, int total) {
        var kernel =
                TimedKernel.of(
                        "h200",
                        1 << 20,
                        ROUNDS.replace("COPIES", copies).replace("TOTAL", "" + total));
        return kernel.slope(ONE_THREAD, 10, 30);
    }

    private static String copy(int bytes) {
        return "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s+1024], [%%rd1], %d,"
                        .formatted(bytes)
                + " [s]; add.u64 %rd1, %rd1, "
                + bytes
                + ";\n";
    }

    private static final double NONE = perRound("", 0);

    private static double copying(String copies, int total) {
        return perRound(copies, total) - NONE;
    }

    /// A load of a line that no cache has takes 500 cycles and more (`timing.csv`: `dram_latency`).
    @Test
    void aRoundWaitsForMemory() {
        assertThat(copying(copy(128), 128)).isGreaterThan(400);
    }

    @Test
    void copiesOfARoundDoNotWaitForEachOther() {
        double one = copying(copy(128), 128);

        assertThat(copying(copy(128).repeat(8), 1024)).isLessThan(2 * one);
    }

    @Test
    void aLargeCopyTakesLongerThanASmallOne() {
        assertThat(copying(copy(8192), 8192)).isGreaterThan(copying(copy(128), 128) + 64);
    }

    /// What a warp does before it waits hides the copy.
    @Test
    void workBeforeTheWaitHidesTheCopy() {
        String work = "fma.rn.f32 %f1, %f1, %f2, %f1;\n".repeat(500);
        double both = copying(copy(128) + work, 128);

        assertThat(both).isBetween(1950.0, 2100.0);
    }

    /// A copy from shared to global memory is not waited for.
    @Test
    void aStoreIsIssuedAndContinues() {
        String store =
                "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [s+1024], 128;"
                        + " add.u64 %rd1, %rd1, 128; cp.async.bulk.commit_group;\n";

        assertThat(copying(store, 0)).isLessThan(100);
    }
}
