package org.offloadtck.engine.access;

import java.util.Arrays;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.GlobalMemory;

/// The allocations that accesses hit last, so that few need to be looked up.
///
/// An instruction usually hits the allocation it hit before. One of a function that is called for
/// many allocations does not; it finds those by a part of the address.
final class AllocationCache {

    /// Addresses this far apart, as a power of two, are remembered apart: no allocation is closer
    /// to another.
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

    /// The live allocation that holds all of `bytes` bytes at `address` and may be accessed so;
    /// [Allocation#NONE] when there is none.
    Allocation find(int pc, long address, int bytes, AccessKind access) {
        var last = ofInstruction[pc];
        return last.contains(address, bytes) ? last : remember(pc, address, bytes, access);
    }

    private Allocation remember(int pc, long address, int bytes, AccessKind access) {
        int region = (int) (address >>> REGION_BITS) & (REGIONS - 1);
        var found = ofRegion[region];
        if (!found.contains(address, bytes)) {
            found = memory.find(address, bytes).orElse(Allocation.NONE);
            ofRegion[region] = found;
        }
        if (access != AccessKind.LOAD && found.access() == Allocation.Permission.READ_ONLY) {
            return Allocation.NONE;
        }
        ofInstruction[pc] = found;
        return found;
    }
}
