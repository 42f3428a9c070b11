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

    /// First address.
    final long start;

    private final Allocation allocation;
    private final long sharedEnd;

    private Window(Allocation allocation, long start, long shift, long sharedEnd) {
        this.allocation = allocation;
        this.start = start;
        this.shift = shift;
        this.sharedEnd = sharedEnd;
    }

    static Window of(Allocation allocation, long shift) {
        return new Window(allocation, allocation.address(), shift, 0);
    }

    /// Shared memory of `size` bytes, by generic addresses.
    ///
    /// @param base where it is in this process
    static Window shared(long base, long size) {
        long start = AddressSpace.SHARED;
        return new Window(Allocation.NONE, start, base - start, start + size);
    }

    boolean isShared() {
        return sharedEnd != 0;
    }

    /// One past the last address, at the moment: an allocation that is freed ends.
    long end() {
        return sharedEnd != 0 ? sharedEnd : allocation.end();
    }
}
