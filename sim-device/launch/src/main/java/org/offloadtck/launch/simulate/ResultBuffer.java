package org.offloadtck.launch.simulate;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// The device memory of a buffer argument.
///
/// @param name the one that the argument states, or else the parameter's
public record ResultBuffer(
        String name, PtxType element, Allocation allocation, GlobalMemory memory) {

    /// The present contents, little-endian.
    public byte[] bytes() {
        return slice().toArray(ValueLayout.JAVA_BYTE);
    }

    /// The elements, each as the shortest text that gives it back.
    public Stream<String> numbers() {
        var slice = slice();
        return LongStream.range(0, slice.byteSize() / element.bytes())
                .mapToObj(index -> NumberLiteral.of(read(slice, index), element).text());
    }

    private MemorySegment slice() {
        return memory.slice(allocation.address(), allocation.size());
    }

    private long read(MemorySegment slice, long index) {
        long at = index * element.bytes();
        return switch (element.bytes()) {
            case Byte.BYTES -> Byte.toUnsignedLong(slice.get(ValueLayout.JAVA_BYTE, at));
            case Short.BYTES ->
                    Short.toUnsignedLong(slice.get(ValueLayout.JAVA_SHORT_UNALIGNED, at));
            case Integer.BYTES ->
                    Integer.toUnsignedLong(slice.get(ValueLayout.JAVA_INT_UNALIGNED, at));
            default -> slice.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        };
    }
}
