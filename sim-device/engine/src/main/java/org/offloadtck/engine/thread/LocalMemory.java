package org.offloadtck.engine.thread;

import java.lang.foreign.Arena;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.memory.NativeBytes;

/// The local memory of the 32 lanes of a warp.
///
/// The lanes' words lie side by side, as on a device: 8 bytes of lane 0, the same 8 of lane 1, and
/// so on. So an access that all lanes make at the same offset, as those to a frame are, is one
/// stretch of memory, and room for a deeper call is added at the end.
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

    /// Where a lane's byte at `offset` is in this process. The bytes of its word follow it.
    public long at(long offset, int lane) {
        return base + distance(offset) + (long) lane * WORD;
    }

    /// How far it is from one byte of a lane, at a multiple of a word, to another of it.
    public static long distance(long offset) {
        return (offset / WORD) * PITCH + offset % WORD;
    }

    /// Room for `wanted` bytes a lane.
    void reserve(int wanted) {
        if (wanted > size) {
            int larger = Math.max(words(wanted) * WORD, 2 * size);
            long fresh = allocate(larger);
            NativeBytes.copy(base, fresh, (long) size * Code.LANES);
            base = fresh;
            size = larger;
        }
    }

    /// Bytes a lane there is room for.
    int size() {
        return size;
    }

    /// All that it holds.
    public long[] words() {
        long[] words = new long[size / WORD * Code.LANES];
        for (int i = 0; i < words.length; i++) {
            words[i] = NativeBytes.get8(base + (long) i * WORD);
        }
        return words;
    }

    void clear() {
        NativeBytes.clear(base, (long) size * Code.LANES);
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
