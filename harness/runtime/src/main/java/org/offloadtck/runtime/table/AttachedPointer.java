package org.offloadtck.runtime.table;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// A pointer in mapped data that has different values on host and device. Descriptors of Fortran
/// are longer than a pointer and begin with one.
///
/// Requirements: DM-06, DM-14.
///
/// @param host the bytes on the host
/// @param device the bytes on the device: a device address, 64 bits, little-endian, followed by the
///   bytes of the host
/// @see "LLVM 22, offload/include/OpenMP/Mapping.h, ShadowPtrInfoTy"
public record AttachedPointer(ByteBuffer host, ByteBuffer device) {

    public AttachedPointer {
        host = host.asReadOnlyBuffer();
        device = device.asReadOnlyBuffer();
    }

    /// An attached pointer with the host bytes `host` and the device address `target`.
    ///
    /// @param host the bytes of the pointer on the host
    /// @param target the device address of its object
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
