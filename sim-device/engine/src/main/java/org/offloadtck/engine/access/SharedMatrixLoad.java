package org.offloadtck.engine.access;

import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.MatrixReads;
import org.offloadtck.engine.memory.NativeBytes;
import org.offloadtck.engine.thread.Warp;

/// Loads factors of matrix products from shared memory.
public final class SharedMatrixLoad {

    private final MemoryInstructions memory;

    public SharedMatrixLoad(MemoryInstructions memory) {
        this.memory = memory;
    }

    /// Loads units, two numbers each.
    ///
    /// @param lane named by a fault
    /// @param from index of the first unit
    public void load(Warp warp, int lane, MatrixReads reads, int from, long[] units) {
        for (int i = 0; 2 * i < units.length; i++) {
            long offset = reads.address(from + i) - AddressSpace.SHARED;
            long at = memory.shared(warp, offset, MatrixReads.UNIT, lane, AccessKind.LOAD);
            units[2 * i] = NativeBytes.get8(at);
            units[2 * i + 1] = NativeBytes.get8(at + Long.BYTES);
        }
    }
}
