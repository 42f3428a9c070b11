package org.offloadtck.launch.simulate;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// A buffer that was made for an argument.
///
/// @param name what the argument calls it, or else the parameter's
public record ResultBuffer(
        String name, PtxType element, Allocation allocation, GlobalMemory memory) {

    /// What it holds now, as device memory has it: little-endian.
    public byte[] bytes() {
        return slice().toArray(ValueLayout.JAVA_BYTE);
    }

    /// Its elements, each as short as it can be written without loss.
    public Stream<String> numbers() {
        var slice = slice();
        return LongStream.range(0, slice.byteSize() / element.bytes())
                .mapToObj(index -> PtxNumber.text(read(slice, index), element));
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
