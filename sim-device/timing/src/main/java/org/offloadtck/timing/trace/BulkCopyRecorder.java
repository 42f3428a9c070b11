package org.offloadtck.timing.trace;

import java.util.List;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.BulkTransfer;
import org.offloadtck.engine.memory.BulkTransfer.Range;

/// Records bulk copies, and copies of boxes of tensors: each as one access of all its lines of
/// global memory, of all banks of shared memory for each 128 bytes that it reads or writes there,
/// and of the sectors that it writes in each other CTA of the cluster.
final class BulkCopyRecorder {

    private final KernelCounters tally;
    private final ClusterPlace place;

    BulkCopyRecorder(KernelCounters tally, ClusterPlace place) {
        this.tally = tally;
        this.place = place;
    }

    void record(WarpRecorder warp, int programCounter, int active, BulkTransfer transfer) {
        int passes = 0;
        int lineCount = 0;
        int ranks = 0;
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            boolean isHere = transfer.lanesTo(place.rank(), place.rank(), 1 << lane) != 0;
            passes += passes(transfer.sources(lane));
            passes += isHere ? passes(transfer.targets(lane)) : 0;
            lineCount += lineCount(transfer, lane);
            ranks |= transfer.ranks(lane) & ~(1 << place.rank());
        }
        if (passes == 0 && ranks == 0) {
            warp.access(AccessWord.NOTHING);
            return;
        }
        if (transfer.effect() == BulkTransfer.Effect.REDUCES && lineCount > 0) {
            warp.access(AccessWord.of(AccessWord.ATOMIC, 1) | AccessWord.MORE);
        }
        int words = Integer.bitCount(ranks) + (passes > 0 ? 1 : 0) + lineCount;
        for (int rest = ranks; rest != 0; rest &= rest - 1) {
            int rank = Integer.numberOfTrailingZeros(rest);
            warp.access(AccessWord.remote(rank, sectorsTo(rank, active, transfer)) | more(--words));
        }
        if (passes > 0) {
            tally.shared(programCounter, passes, passes);
            warp.access(AccessWord.of(AccessWord.SHARED, passes) | more(--words));
        }
        recordLines(warp, programCounter, active, transfer);
    }

    private static int more(int left) {
        return left > 0 ? AccessWord.MORE : 0;
    }

    /// Sectors that lanes write in the shared memory of another CTA.
    private int sectorsTo(int rank, int active, BulkTransfer transfer) {
        long bytes = 0;
        int lanes = transfer.lanesTo(rank, place.rank(), active);
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            for (var range : transfer.targets(Integer.numberOfTrailingZeros(rest))) {
                bytes += range.bytes();
            }
        }
        return Math.toIntExact(Math.ceilDiv(bytes, (long) AccessWord.SECTOR_BYTES));
    }

    private void recordLines(
            WarpRecorder warp, int programCounter, int active, BulkTransfer transfer) {
        int left = 0;
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            left += lineCount(transfer, lane);
        }
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            for (var range : transfer.sources(lane)) {
                left = recordLines(warp, programCounter, range, left);
            }
            for (var range : transfer.targets(lane)) {
                left = recordLines(warp, programCounter, range, left);
            }
        }
    }

    /// Records the lines of a range.
    ///
    /// @param left lines of the access that are not recorded
    /// @return how many are left
    private int recordLines(WarpRecorder warp, int programCounter, Range range, int left) {
        long end = range.address() + range.bytes();
        int rest = left;
        if (isShared(range.address())) {
            return rest;
        }
        for (long at = range.address(); at < end; ) {
            long next = Math.min(end, (at | AccessWord.LINE_BYTES - 1) + 1);
            int sectors = CoalescedLines.sectors(at, (int) (next - at));
            tally.global(programCounter, next - at, Integer.bitCount(sectors));
            warp.globalLine(at >>> AccessWord.LINE_SHIFT, sectors | more(--rest));
            at = next;
        }
        return rest;
    }

    private static boolean isShared(long address) {
        return AddressSpace.window(address) == AddressSpace.SHARED;
    }

    private static int passes(List<Range> ranges) {
        long bytes = 0;
        for (var range : ranges) {
            bytes += isShared(range.address()) ? range.bytes() : 0;
        }
        return Math.toIntExact(Math.ceilDiv(bytes, (long) AccessWord.LINE_BYTES));
    }

    private static int lineCount(BulkTransfer transfer, int lane) {
        return lineCount(transfer.sources(lane)) + lineCount(transfer.targets(lane));
    }

    private static int lineCount(List<Range> ranges) {
        long count = 0;
        for (var range : ranges) {
            count += lineCount(range);
        }
        return Math.toIntExact(count);
    }

    /// Lines of global memory that a range touches.
    private static long lineCount(Range range) {
        long last = range.address() + range.bytes() - 1;
        return isShared(range.address())
                ? 0
                : (last >>> AccessWord.LINE_SHIFT)
                        - (range.address() >>> AccessWord.LINE_SHIFT)
                        + 1;
    }
}
