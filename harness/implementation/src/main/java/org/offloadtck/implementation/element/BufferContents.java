package org.offloadtck.implementation.element;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/// What the buffers of a program hold after a run on a device.
///
/// @param buffers by name, in the order of the program
/// @param ulpLimit how far a floating-point element may be from the exact one, in units in the last
///   place; an integer may not differ
public record BufferContents(SequencedMap<String, ElementArray> buffers, long ulpLimit) {

    public BufferContents {
        buffers = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(buffers));
    }

    /// Compares with the exact elements of the same buffers.
    public List<BufferComparison> against(Map<String, ElementArray> exact) {
        return against(exact, ulpLimit);
    }

    /// Compares with a run on another device: each of the two may be off by its own tolerance.
    public List<BufferComparison> against(BufferContents other) {
        return against(other.buffers, Math.addExact(ulpLimit, other.ulpLimit));
    }

    private List<BufferComparison> against(Map<String, ElementArray> others, long limit) {
        return buffers.entrySet().stream()
                .map(buffer -> {
                    var name = buffer.getKey();
                    var expected = Optional.ofNullable(others.get(name)).orElseThrow();
                    long allowed = expected.type().isInteger() ? 0 : limit;
                    return BufferComparison.of(name, expected, buffer.getValue(), allowed);
                })
                .toList();
    }
}
