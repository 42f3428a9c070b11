package org.offloadtck.runtime.table;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// A pointer in mapped data whose two copies differ on purpose. Descriptors of Fortran are longer
/// than a pointer and begin with one.
///
/// @param host the bytes on the host
/// @param device as many bytes on the device: a device address, 64 bits, little-endian, and what
///   the host has behind the pointer
/// @see "LLVM 22, offload/include/OpenMP/Mapping.h, ShadowPtrInfoTy"
public record AttachedPointer(ByteBuffer host, ByteBuffer device) {

    public AttachedPointer {
        host = host.asReadOnlyBuffer();
        device = device.asReadOnlyBuffer();
    }

    /// @param host the bytes of the pointer on the host
    /// @param target the device address it gets
    public static AttachedPointer of(MemorySegment host, long target) {
        var device = MemorySegment.ofArray(host.toArray(JAVA_BYTE));
        device.set(JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), 0, target);
        return new AttachedPointer(
                ByteBuffer.wrap(host.toArray(JAVA_BYTE)),
                ByteBuffer.wrap(device.toArray(JAVA_BYTE)));
    }

    public long size() {
        return host.capacity();
    }

    public MemorySegment hostBytes() {
        return MemorySegment.ofBuffer(host);
    }

    public MemorySegment deviceBytes() {
        return MemorySegment.ofBuffer(device);
    }
}
