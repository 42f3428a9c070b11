package org.offloadtck.runtime.memory;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.offloadtck.object.bytes.ObjectBytes;

/// The address space of one host program: 64-bit, little-endian. Addresses are unsigned.
///
/// Every method takes the name of the field that it accesses, for the diagnostic, and throws
/// [OffloadException][org.offloadtck.runtime.diagnostic.OffloadException] with the rule
/// `HOST_ADDRESS` if the program has no such memory.
///
/// Requirement: RG-04.
public interface HostMemory {

    /// The `size` bytes at `address`: the program's own memory or a copy, valid until the current
    /// construct ends.
    MemorySegment read(long address, long size, String field);

    /// Requires that the `size` bytes at `address` are writable.
    void requireWritable(long address, long size, String field);

    /// Stores all of `source` at `address`.
    void put(long address, MemorySegment source, String field);

    /// The NUL-terminated string at `address`; bytes that are not UTF-8 become U+FFFD.
    String string(long address, String field);

    /// The `size` bytes at `address` as input of a codec.
    default ObjectBytes view(long address, long size, String structure) {
        return ObjectBytes.of(
                "%s at 0x%x".formatted(structure, address), read(address, size, structure));
    }

    /// Reads 32 bits.
    default int i32(long address, String field) {
        return read(address, Integer.BYTES, field).get(littleEndian(JAVA_INT_UNALIGNED), 0);
    }

    /// Reads 64 bits: a size, or an address.
    default long i64(long address, String field) {
        return read(address, Long.BYTES, field).get(littleEndian(JAVA_LONG_UNALIGNED), 0);
    }

    /// Writes 64 bits.
    default void putI64(long address, long value, String field) {
        var bytes = MemorySegment.ofArray(new byte[Long.BYTES]);
        bytes.set(littleEndian(JAVA_LONG_UNALIGNED), 0, value);
        put(address, bytes, field);
    }

    private static ValueLayout.OfInt littleEndian(ValueLayout.OfInt layout) {
        return layout.withOrder(ByteOrder.LITTLE_ENDIAN);
    }

    private static ValueLayout.OfLong littleEndian(ValueLayout.OfLong layout) {
        return layout.withOrder(ByteOrder.LITTLE_ENDIAN);
    }
}
