package org.offloadtck.engine.bytecode.runtime;

import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.Allocation;

/// Memory that an instruction's accesses are checked against first: the allocation they hit last,
/// or shared memory.
public final class MemoryWindow {

    /// Holds no address.
    static final MemoryWindow NONE = new MemoryWindow(Allocation.NONE, 0, 0, 0);

    /// What is to be added to an address to find it in this process.
    final long shift;

    /// First address; a multiple of what any access is to be aligned to.
    final long start;

    private final Allocation allocation;
    private final long sharedSize;

    private MemoryWindow(Allocation allocation, long start, long shift, long sharedSize) {
        this.allocation = allocation;
        this.start = start;
        this.shift = shift;
        this.sharedSize = sharedSize;
    }

    static MemoryWindow of(Allocation allocation, long shift) {
        return new MemoryWindow(allocation, allocation.address(), shift, 0);
    }

    /// Shared memory of `size` bytes, by generic addresses.
    ///
    /// @param base where it is in this process
    static MemoryWindow shared(long base, long size) {
        long start = AddressSpace.SHARED;
        return new MemoryWindow(Allocation.NONE, start, base - start, size);
    }

    boolean isShared() {
        return sharedSize != 0;
    }

    /// How many bytes it has, at the moment: an allocation that is freed has none.
    long size() {
        return sharedSize != 0 ? sharedSize : allocation.end() - allocation.address();
    }
}
