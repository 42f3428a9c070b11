package org.offloadtck.implementation.element;

import java.lang.foreign.MemorySegment;
import java.util.function.LongFunction;

/// The contents of a buffer: elements of one type, in memory order.
///
/// @param bytes the elements as in memory, read-only; a multiple of the element size
public record ElementArray(ElementType type, MemorySegment bytes) {

    public ElementArray {
        if (bytes.byteSize() % type.bytes() != 0) {
            throw new IllegalArgumentException(
                    "%d bytes are no array of %s".formatted(bytes.byteSize(), type));
        }
        bytes = bytes.asReadOnly();
    }

    public static ElementArray of(ElementType type, byte[] bytes) {
        return new ElementArray(type, MemorySegment.ofArray(bytes.clone()));
    }

    public static ElementArray zeros(ElementType type, int count) {
        return new ElementArray(
                type, MemorySegment.ofArray(new byte[Math.multiplyExact(count, type.bytes())]));
    }

    /// An array of `count` elements of `type`; the element at index `i` is `rule.apply(i)`.
    public static ElementArray fill(ElementType type, int count, LongFunction<ElementValue> rule) {
        var bytes = MemorySegment.ofArray(new byte[Math.multiplyExact(count, type.bytes())]);
        for (long i = 0; i < count; i++) {
            var value = rule.apply(i);
            if (value.type() != type) {
                throw new IllegalArgumentException(
                        "element %d is %s in an array of %s".formatted(i, value.type(), type));
            }
            ElementType.write(value, bytes, i * type.bytes());
        }
        return new ElementArray(type, bytes);
    }

    public long count() {
        return bytes.byteSize() / type.bytes();
    }

    public ElementValue at(long index) {
        return type.read(bytes, Math.multiplyExact(index, (long) type.bytes()));
    }
}
