package org.offloadtck.runtime.fake;

import java.lang.foreign.MemorySegment;
import java.util.OptionalLong;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DeviceMemory;

/// Memory of a [FakeDevice].
public final class FakeMemory implements DeviceMemory {

    private final long address;
    private final boolean hasAddress;
    private final MemorySegment bytes;
    private boolean closed;

    FakeMemory(long address, boolean hasAddress, byte[] contents) {
        this.address = address;
        this.hasAddress = hasAddress;
        this.bytes = MemorySegment.ofArray(contents.clone());
    }

    @Override
    public long size() {
        return bytes.byteSize();
    }

    @Override
    public OptionalLong address() {
        return hasAddress ? OptionalLong.of(address) : OptionalLong.empty();
    }

    boolean isOpen() {
        return !closed;
    }

    boolean contains(long at) {
        return at >= address && at - address < size();
    }

    MemorySegment slice(long offset, long size) {
        if (closed) {
            throw new DeviceException("fake:0", "access", DeviceError.INVALID_VALUE, "closed");
        }
        if (offset < 0 || offset > size() - size) {
            throw new DeviceException(
                    "fake:0", "access", DeviceError.INVALID_SIZE, offset + "+" + size);
        }
        return bytes.asSlice(offset, size);
    }

    MemorySegment at(long deviceAddress, long size) {
        return slice(deviceAddress - address, size);
    }

    @Override
    public void close() {
        closed = true;
    }
}
