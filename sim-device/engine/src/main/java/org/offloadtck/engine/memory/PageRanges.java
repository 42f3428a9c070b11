package org.offloadtck.engine.memory;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Ranges of whole pages, which are taken from a part of the arena and never given back to it: they
/// are reused for the same use. Not thread-safe: [GlobalMemory] owns it.
final class PageRanges {

    /// A range.
    private record Range(long offset, long bytes, PageUse use) {}

    private final TreeMap<Long, Range> taken = new TreeMap<>();
    private final Map<PageUse, TreeMap<Long, Range>> idle = new EnumMap<>(PageUse.class);

    /// Takes a range: the smallest idle one that is large enough, or a new one.
    ///
    /// @param size at least, in bytes
    /// @return its offset; empty if there is no room
    Optional<Long> take(PageUse use, long size, FreeRanges free) {
        long bytes = Math.ceilDiv(size, use.bytes()) * use.bytes();
        var others = idle.computeIfAbsent(use, _ -> new TreeMap<>());
        var reused =
                others.values().stream()
                        .filter(range -> range.bytes() >= bytes)
                        .min(Comparator.comparingLong(Range::bytes));
        if (reused.isPresent()) {
            others.remove(reused.get().offset());
            taken.put(reused.get().offset(), reused.get());
            return reused.map(Range::offset);
        }
        long whole = free.take(bytes + use.bytes() + GlobalMemory.ALIGNMENT);
        if (whole < 0) {
            return Optional.empty();
        }
        long offset = Math.ceilDiv(whole, use.bytes()) * use.bytes();
        taken.put(offset, new Range(offset, bytes, use));
        return Optional.of(offset);
    }

    /// Gives back the range that has the byte at an offset.
    void give(long offset) {
        var range = taken.floorEntry(offset).getValue();
        taken.remove(range.offset());
        idle.computeIfAbsent(range.use(), _ -> new TreeMap<>()).put(range.offset(), range);
    }
}
