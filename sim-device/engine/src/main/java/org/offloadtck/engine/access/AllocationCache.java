package org.offloadtck.engine.access;

import java.util.Arrays;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.GlobalMemory;

/// Caches the allocations that accesses hit last, so that few are looked up.
///
/// An instruction usually hits the allocation that it hit before. An instruction of a function that
/// is called for many allocations does not; its accesses are cached by a part of the address.
final class AllocationCache {

    /// Logarithm of the size of a region in bytes. Allocations are at least that far apart.
    private static final int REGION_BITS = 8;

    private static final int REGIONS = 1024;

    private final GlobalMemory memory;
    private final Allocation[] ofInstruction;
    private final Allocation[] ofRegion = new Allocation[REGIONS];

    /// @param instructions of the image
    AllocationCache(GlobalMemory memory, int instructions) {
        this.memory = memory;
        this.ofInstruction = new Allocation[instructions];
        Arrays.fill(ofInstruction, Allocation.NONE);
        Arrays.fill(ofRegion, Allocation.NONE);
    }

    /// The live allocation that contains all of `bytes` bytes at `address`; [Allocation#NONE] if
    /// there is none.
    Allocation find(int pc, long address, int bytes) {
        var last = ofInstruction[pc];
        return last.contains(address, bytes) ? last : remember(pc, address, bytes);
    }

    private Allocation remember(int pc, long address, int bytes) {
        int region = (int) (address >>> REGION_BITS) & (REGIONS - 1);
        var found = ofRegion[region];
        if (!found.contains(address, bytes)) {
            found = memory.find(address, bytes).orElse(Allocation.NONE);
            ofRegion[region] = found;
        }
        ofInstruction[pc] = found;
        return found;
    }
}
