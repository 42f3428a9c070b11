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

    /// Loads the units of a warp, two numbers each.
    ///
    /// @param lane named by a fault
    public void load(Warp warp, int lane, MatrixReads reads, long[] units) {
        for (int i = 0; i < reads.count(); i++) {
            long offset = reads.address(i) - AddressSpace.SHARED;
            long at = memory.shared(warp, offset, MatrixReads.UNIT, lane, AccessKind.LOAD);
            units[2 * i] = NativeBytes.get8(at);
            units[2 * i + 1] = NativeBytes.get8(at + Long.BYTES);
        }
    }
}
