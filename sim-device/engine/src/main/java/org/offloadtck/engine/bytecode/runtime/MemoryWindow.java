package org.offloadtck.engine.bytecode.runtime;

import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.Allocation;

/// The memory that the accesses of an instruction are checked against first: the allocation that
/// they hit last, or shared memory.
public final class MemoryWindow {

    /// Contains no address.
    static final MemoryWindow NONE = new MemoryWindow(Allocation.NONE, 0, 0, 0);

    /// Difference between an address in this process and the device address.
    final long shift;

    /// First address, aligned for every access.
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
    /// @param base its address in this process
    static MemoryWindow shared(long base, long size) {
        long start = AddressSpace.SHARED;
        return new MemoryWindow(Allocation.NONE, start, base - start, size);
    }

    boolean isShared() {
        return sharedSize != 0;
    }

    /// Current size in bytes; 0 for an allocation that is freed.
    long size() {
        return sharedSize != 0 ? sharedSize : allocation.end() - allocation.address();
    }
}
