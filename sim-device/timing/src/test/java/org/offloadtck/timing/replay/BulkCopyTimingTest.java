package org.offloadtck.timing.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.ptx.pass.TensorMapLayout;

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

    /// Stores a tensor map ([TensorMapLayout]) to `out`: words in rows of 128 bytes, of which a box
    /// has 64 rows.
    private static String storesMap(int rows) {
        var map = ByteBuffer.allocate(TensorMapLayout.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        map.putInt(TensorMapLayout.DIMENSIONS, 32).putInt(TensorMapLayout.DIMENSIONS + 4, rows);
        map.putInt(TensorMapLayout.BOX, 32).putInt(TensorMapLayout.BOX + 4, 64);
        map.putLong(TensorMapLayout.STRIDES, 128);
        map.putLong(TensorMapLayout.ELEMENT_STRIDES, 1L << 32 | 1);
        map.put(TensorMapLayout.TYPE, (byte) 2).put(TensorMapLayout.RANK, (byte) 1);
        int check = TensorMapLayout.SEAL;
        for (int at = 0; at < TensorMapLayout.BYTES; at += 4) {
            check ^= map.getInt(at);
        }
        map.putInt(TensorMapLayout.CHECK, check);
        var stores = new StringBuilder();
        for (int at = 0; at < TensorMapLayout.BYTES; at += 4) {
            stores.append("st.global.b32 [%%rd2+%d], %d;\n".formatted(at, map.getInt(at)));
        }
        return stores.toString();
    }

    /// Each round copies a box of a tensor that has so many rows.
    private static double copyingTensor(int rows) {
        String copy =
                """
                tensormap.replace.tile.global_address.global.b1024.b64 [%rd2], %rd1;
                cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes
                  [s+1024], [%rd2, {0, 0}], [s];
                add.u64 %rd1, %rd1, 8192;
                """;
        var body = ROUNDS.replace("COPIES", copy).replace("TOTAL", "8192");
        var kernel = TimedKernel.of("h200", 1 << 20, storesMap(rows) + body);
        return kernel.slope(ONE_THREAD, 10, 30) - NONE;
    }

    /// Rows outside of the tensor are not read.
    @Test
    void aBoxOfATensorTakesAsLongAsTheBytesInside() {
        double all = copyingTensor(64);

        assertThat(all).isBetween(copying(copy(8192), 8192), copying(copy(8192), 8192) + 1000);
        assertThat(copyingTensor(8)).isBetween(400.0, all - 32);
    }
}
