package org.offloadtck.simt.execution;

import org.offloadtck.simt.image.Code;
import org.offloadtck.simt.image.DeviceImage;
import org.offloadtck.simt.image.Space;
import org.offloadtck.simt.memory.AddressSpace;
import org.offloadtck.simt.memory.Allocation;
import org.offloadtck.simt.memory.Bytes;
import org.offloadtck.simt.memory.GlobalMemory;

/// Loads and stores of whole rows: all 32 lanes, a word or double word each, within one allocation
/// or within shared memory. Such an access is checked as a whole; what is anything else, or does
/// wrong, is declined and left to [MemoryUnit], which goes lane by lane.
final class RowMemory {

    private static final int LANES = Code.LANES;
    private static final int ALL = -1;

    private final GlobalMemory memory;
    private final Counts counts;
    private final int[] words;
    private final Allocation[] hits;

    /// Where an access that was taken goes: an array, and the address of its first byte.
    private byte[] array = new byte[0];

    private long origin;

    /// @param hits the allocation each instruction last hit, kept by [MemoryUnit]
    RowMemory(DeviceImage image, Counts counts, Allocation[] hits) {
        this.memory = image.memory();
        this.counts = counts;
        this.words = image.code().words();
        this.hits = hits;
    }

    /// Loads a row, or declines.
    boolean load(Warp warp, Frame frame, int pc, int active) {
        int at = pc * Code.STRIDE;
        int y = words[at + Code.Y];
        int size = 1 << (y >>> 4 & 3);
        if (active != ALL || y >>> 6 != 0 || size < Integer.BYTES) {
            return false;
        }
        long[] r = warp.registers();
        int address = warp.row(words[at + Code.A], frame.rows());
        if (!locate(warp, pc, address, size)) {
            return false;
        }
        int d = warp.row(words[at + Code.D], frame.rows());
        if (size == Long.BYTES) {
            load8(r, d, address, array, words[at + Code.X] - origin);
        } else {
            load4(r, d, address, array, words[at + Code.X] - origin);
        }
        count(size, 1, 0);
        return true;
    }

    /// Stores a row, or declines.
    boolean store(Warp warp, Frame frame, int pc, int active) {
        int at = pc * Code.STRIDE;
        int y = words[at + Code.Y];
        int size = 1 << (y >>> 4 & 3);
        if (active != ALL || y >>> 6 != 0 || size < Integer.BYTES) {
            return false;
        }
        long[] r = warp.registers();
        int address = warp.row(words[at + Code.A], frame.rows());
        if (!locate(warp, pc, address, size)) {
            return false;
        }
        int b = warp.row(words[at + Code.B], frame.rows());
        if (size == Long.BYTES) {
            store8(r, b, address, array, words[at + Code.X] - origin);
        } else {
            store4(r, b, address, array, words[at + Code.X] - origin);
        }
        count(size, 0, 1);
        return true;
    }

    private boolean locate(Warp warp, int pc, int address, int size) {
        int at = pc * Code.STRIDE;
        long[] r = warp.registers();
        int offset = words[at + Code.X];
        int space = words[at + Code.Y] & 0xf;
        long window =
                switch (space) {
                    case Space.GLOBAL -> AddressSpace.GLOBAL;
                    case Space.SHARED -> 0;
                    case Space.GENERIC -> AddressSpace.window(r[address] + offset);
                    default -> AddressSpace.CODE;
                };
        if (window == AddressSpace.GLOBAL) {
            array = memory.bytes();
            origin = AddressSpace.GLOBAL;
            return areWithin(r, address, offset, size, hits[pc].address(), hits[pc].end());
        }
        boolean shared =
                space == Space.SHARED || (space == Space.GENERIC && window == AddressSpace.SHARED);
        array = warp.shared();
        origin = window;
        return shared && areWithin(r, address, offset, size, window, window + array.length);
    }

    /// Whether every lane's access lies from `start` to `end` and is aligned.
    private static boolean areWithin(
            long[] r, int address, int offset, int size, long start, long end) {
        long outside = 0;
        long bits = 0;
        long last = end - size;
        for (int l = 0; l < LANES; l++) {
            long at = r[address + l] + offset;
            outside |= (at - start) | (last - at);
            bits |= at;
        }
        return outside >= 0 && (bits & size - 1) == 0;
    }

    private void count(int size, int read, int written) {
        long bytes = (long) LANES * size;
        if (origin == AddressSpace.GLOBAL) {
            counts.globalRead += read * bytes;
            counts.globalWritten += written * bytes;
        } else {
            counts.shared += bytes;
        }
    }

    private static void load4(long[] r, int d, int address, byte[] from, long shift) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = Bytes.get4(from, (int) (r[address + l] + shift));
        }
    }

    private static void load8(long[] r, int d, int address, byte[] from, long shift) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = Bytes.get8(from, (int) (r[address + l] + shift));
        }
    }

    private static void store4(long[] r, int b, int address, byte[] to, long shift) {
        for (int l = 0; l < LANES; l++) {
            Bytes.put4(to, (int) (r[address + l] + shift), r[b + l]);
        }
    }

    private static void store8(long[] r, int b, int address, byte[] to, long shift) {
        for (int l = 0; l < LANES; l++) {
            Bytes.put8(to, (int) (r[address + l] + shift), r[b + l]);
        }
    }
}
