package org.offloadtck.simt.bytecode;

import org.offloadtck.simt.memory.AddressSpace;
import org.offloadtck.simt.memory.Allocation;

/// Memory that an instruction's accesses are checked against first: the allocation they hit last,
/// or shared memory.
final class Window {

    /// Holds no address.
    static final Window NONE = new Window(Allocation.NONE, 0, 0, 0);

    /// What is to be added to an address to find it in this process.
    final long shift;

    /// First address; a multiple of what any access is to be aligned to.
    final long start;

    private final Allocation allocation;
    private final long sharedSize;

    private Window(Allocation allocation, long start, long shift, long sharedSize) {
        this.allocation = allocation;
        this.start = start;
        this.shift = shift;
        this.sharedSize = sharedSize;
    }

    static Window of(Allocation allocation, long shift) {
        return new Window(allocation, allocation.address(), shift, 0);
    }

    /// Shared memory of `size` bytes, by generic addresses.
    ///
    /// @param base where it is in this process
    static Window shared(long base, long size) {
        long start = AddressSpace.SHARED;
        return new Window(Allocation.NONE, start, base - start, size);
    }

    boolean isShared() {
        return sharedSize != 0;
    }

    /// How many bytes it has, at the moment: an allocation that is freed has none.
    long size() {
        return sharedSize != 0 ? sharedSize : allocation.end() - allocation.address();
    }
}
