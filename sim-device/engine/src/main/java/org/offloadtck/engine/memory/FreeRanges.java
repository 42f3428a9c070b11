package org.offloadtck.engine.memory;

import java.util.TreeMap;

/// The parts of a range of the arena that are free. The lowest hole that is large enough is taken
/// first, then what follows the highest part ever taken.
///
/// All numbers are offsets in the arena and lengths, in bytes. Not thread-safe: [GlobalMemory] owns
/// it.
final class FreeRanges {

    private final long start;
    private final long end;
    private long top;
    private long highest;
    private final TreeMap<Long, Long> holes = new TreeMap<>();

    /// A range that is free as a whole.
    FreeRanges(long start, long end) {
        this.start = start;
        this.end = end;
        this.top = start;
        this.highest = start;
    }

    long start() {
        return start;
    }

    long size() {
        return end - start;
    }

    /// One past the highest part that was ever taken.
    long highest() {
        return highest;
    }

    /// Whether the range contains all of `bytes` bytes at `offset`, free or taken.
    boolean contains(long offset, long bytes) {
        return offset >= start && bytes <= end - offset;
    }

    /// Takes `length` bytes.
    ///
    /// @return their offset; -1 if there is no room
    long take(long length) {
        for (var hole : holes.entrySet()) {
            if (hole.getValue() >= length) {
                return carve(hole.getKey(), hole.getValue(), length);
            }
        }
        if (length > end - top) {
            return -1;
        }
        long offset = top;
        top += length;
        highest = Math.max(highest, top);
        return offset;
    }

    private long carve(long offset, long available, long length) {
        holes.remove(offset);
        if (available > length) {
            holes.put(offset + length, available - length);
        }
        return offset;
    }

    /// Gives back what was taken.
    void give(long offset, long length) {
        long first = offset;
        long last = offset + length;
        var before = holes.floorEntry(offset);
        if (before != null && before.getKey() + before.getValue() == offset) {
            first = before.getKey();
        }
        var after = holes.remove(last);
        if (after != null) {
            last += after;
        }
        holes.remove(first);
        if (last == top) {
            top = first;
        } else {
            holes.put(first, last - first);
        }
    }
}
