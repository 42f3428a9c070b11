package org.offloadtck.liboffload;

import java.lang.foreign.MemorySegment;
import java.util.OptionalLong;
import org.offloadtck.plugin.DeviceMemory;

/// Device memory, or a global variable of a program.
final class LiboffloadMemory implements DeviceMemory {

    /// What frees the range.
    enum Owner {
        CALLER,
        PROGRAM
    }

    private final LiboffloadDevice device;
    private final MemorySegment address;
    private final long size;
    private final Owner owner;
    private boolean closed;

    LiboffloadMemory(LiboffloadDevice device, MemorySegment address, long size, Owner owner) {
        this.device = device;
        this.address = address;
        this.size = size;
        this.owner = owner;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public OptionalLong address() {
        return OptionalLong.of(address.address());
    }

    /// The address `offset` bytes in, which `call` is about to use.
    MemorySegment at(LiboffloadCall call, long offset) {
        call.requireOpen(closed, "the memory");
        return MemorySegment.ofAddress(address.address() + offset);
    }

    @Override
    public void close() {
        if (!closed && owner == Owner.CALLER) {
            closed = true;
            device.release(LiboffloadFunction.MEM_FREE, address);
        }
    }
}
