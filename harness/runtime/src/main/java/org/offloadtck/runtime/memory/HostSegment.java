package org.offloadtck.runtime.memory;

import java.lang.foreign.MemorySegment;

/// A range of host memory with one origin: a loaded section, or an allocation of the program.
///
/// @param name the section's or variable's name, for diagnostics
/// @param address of the first byte, unsigned
/// @param access permitted accesses
/// @param bytes the contents; writes change them
public record HostSegment(String name, long address, Access access, MemorySegment bytes) {

    /// The access rights, as page tables of a process define them.
    public enum Access {
        READ_ONLY,
        READ_WRITE
    }

    public HostSegment {
        if (address + bytes.byteSize() < address && address + bytes.byteSize() != 0) {
            throw new IllegalArgumentException(
                    "segment %s of %d bytes at 0x%x exceeds the address space"
                            .formatted(name, bytes.byteSize(), address));
        }
    }

    /// The address after the last byte.
    public long end() {
        return address + bytes.byteSize();
    }

    boolean contains(long at) {
        return Long.compareUnsigned(at - address, bytes.byteSize()) < 0;
    }

    @Override
    public String toString() {
        return "%s [0x%x, 0x%x)".formatted(name, address, end());
    }
}
