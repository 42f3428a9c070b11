package org.offloadtck.checks.initcheck;

import org.offloadtck.checks.shadow.ShadowPage;
import org.offloadtck.engine.memory.BulkTransfer;

/// Propagates uninitialised values through bulk copies, word by word. A copy of one is no finding,
/// as a load of one is none.
final class BulkCopyPropagation {

    private final MemoryPropagation memory;

    BulkCopyPropagation(MemoryPropagation memory) {
        this.memory = memory;
    }

    /// @param target the shared memory of the destination, if in shared memory
    void copies(MemoryPropagation.Access access, ShadowPage target, BulkTransfer transfer) {
        var to = access.of(target);
        for (int rest = access.active(); rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            long bytes = transfer.bytes(lane);
            for (long at = 0; at + Integer.BYTES <= bytes; at += Integer.BYTES) {
                var move =
                        new MemoryPropagation.WordMove(
                                transfer.source(lane) + at,
                                transfer.target(lane) + at,
                                transfer.effect());
                memory.moves(access, to, lane, move);
            }
        }
    }
}
