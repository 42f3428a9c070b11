package org.offloadtck.runtime.mapping;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// How addresses are stored on a device: 64 bits, little-endian.
final class Pointers {

    private Pointers() {}

    static MemorySegment bytes(long address) {
        MemorySegment bytes = MemorySegment.ofArray(new byte[Long.BYTES]);
        bytes.set(JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), 0, address);
        return bytes;
    }
}
