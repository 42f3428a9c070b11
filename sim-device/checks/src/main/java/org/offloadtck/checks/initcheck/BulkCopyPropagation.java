package org.offloadtck.checks.initcheck;

import org.offloadtck.checks.shadow.ShadowPage;
import org.offloadtck.engine.memory.BulkTransfer;

/// Propagates uninitialised values through bulk copies, a word at a time. A copy of one is no
/// finding, as a load of one is none.
final class BulkCopyPropagation {

    private final MemoryPropagation memory;

    BulkCopyPropagation(MemoryPropagation memory) {
        this.memory = memory;
    }

    /// @param target the shared memory of the destination, if in shared memory
    void copies(MemoryPropagation.Access access, ShadowPage target, BulkTransfer transfer) {
        var sides = new Sides(access, access.of(target));
        for (int rest = access.active(); rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            for (int range = 0; range < transfer.ranges(lane); range++) {
                copies(sides, transfer, lane, range);
            }
        }
    }

    /// The access of the source and that of the destination.
    private record Sides(MemoryPropagation.Access from, MemoryPropagation.Access to) {}

    private void copies(Sides sides, BulkTransfer transfer, int lane, int range) {
        long bytes = transfer.bytes(lane, range);
        for (long at = 0; at < bytes; ) {
            long source = transfer.source(lane, range) + at;
            long target = transfer.target(lane, range) + at;
            int size = size(source | target, bytes - at);
            var from = transfer.source(lane, range) == BulkTransfer.CONSTANT ? 0 : source;
            memory.moves(
                    sides.from(),
                    sides.to(),
                    lane,
                    new MemoryPropagation.Move(from, target, size, transfer.effect()));
            at += size;
        }
    }

    /// Bytes that are moved together: a word, if alignment permits it.
    private static int size(long addresses, long left) {
        long most = Math.min(Integer.BYTES, Long.highestOneBit(left));
        return (int) Math.min(most, Long.lowestOneBit(addresses | Integer.BYTES));
    }
}
