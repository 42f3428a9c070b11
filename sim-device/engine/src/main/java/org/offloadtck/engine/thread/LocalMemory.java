package org.offloadtck.engine.thread;

import java.lang.foreign.Arena;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.memory.NativeBytes;

/// The local memory of the 32 lanes of a warp.
///
/// Words of the lanes are interleaved, as on a device: 8 bytes of lane 0, the same 8 bytes of lane
/// 1, and so on. So the access of all lanes at the same offset is one contiguous range, and memory
/// for deeper calls is added at the end.
public final class LocalMemory {

    private static final int WORD = Long.BYTES;
    private static final int ALL = -1;

    /// Bytes from a word to the same lane's next.
    public static final long PITCH = (long) Code.LANES * WORD;

    private final Arena arena;
    private long base;
    private int size;

    /// @param size of a lane's memory, in bytes, for the time being
    LocalMemory(Arena arena, int size) {
        this.arena = arena;
        this.size = words(size) * WORD;
        this.base = allocate(this.size);
    }

    /// Address in this process of a byte of a lane. The other bytes of its word follow.
    public long at(long offset, int lane) {
        return base + distance(offset) + (long) lane * WORD;
    }

    /// Distance in this process between two bytes of a lane whose offsets differ by `offset`; the
    /// first is at a multiple of a word.
    public static long distance(long offset) {
        return (offset / WORD) * PITCH + offset % WORD;
    }

    /// Grows to at least `wanted` bytes for each lane.
    void reserve(int wanted) {
        if (wanted > size) {
            int larger = Math.max(words(wanted) * WORD, 2 * size);
            long fresh = allocate(larger);
            NativeBytes.copy(base, fresh, (long) size * Code.LANES);
            base = fresh;
            size = larger;
        }
    }

    /// Bytes of each lane.
    public int size() {
        return size;
    }

    /// A copy of all words.
    public long[] words() {
        long[] words = new long[size / WORD * Code.LANES];
        for (int i = 0; i < words.length; i++) {
            words[i] = NativeBytes.get8(base + (long) i * WORD);
        }
        return words;
    }

    void clear() {
        if (size > 0) {
            NativeBytes.clear(base, (long) size * Code.LANES);
        }
    }

    /// Copies `bytes` bytes, rounded up to words, of each lane of `mask`; both offsets are
    /// multiples of a word.
    public void copy(int mask, int from, int to, int bytes) {
        long source = at(from, 0);
        long target = at(to, 0);
        if (mask == ALL) {
            NativeBytes.copy(source, target, words(bytes) * PITCH);
            return;
        }
        for (int word = 0; word < words(bytes); word++) {
            for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
                long at = word * PITCH + (long) Integer.numberOfTrailingZeros(lanes) * WORD;
                NativeBytes.put8(target + at, NativeBytes.get8(source + at));
            }
        }
    }

    private long allocate(int bytes) {
        return arena.allocate((long) bytes * Code.LANES, PITCH).address();
    }

    private static int words(int bytes) {
        return Math.ceilDiv(bytes, WORD);
    }
}
