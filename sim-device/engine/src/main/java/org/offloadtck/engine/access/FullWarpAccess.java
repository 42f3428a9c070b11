package org.offloadtck.engine.access;

import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemoryAccess;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.launch.RunningCounters;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.NativeBytes;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.thread.CallFrame;
import org.offloadtck.engine.thread.Warp;

/// Executes loads and stores of all 32 lanes, a word or double word each, within one allocation or
/// within shared memory. Such an access is checked as a whole. All other accesses, and invalid
/// ones, are declined and left to [MemoryInstructions].
final class FullWarpAccess {

    private static final int LANES = Code.LANES;
    private static final int ALL = -1;

    private final long arena;
    private final RunningCounters counts;
    private final int[] words;
    private final int[] lists;
    private final AllocationCache hits;
    private final HostPages host;

    /// Whether the access goes to global memory, that of the host process included.
    private boolean global;

    /// The first address of the memory that contains the access, and the place of that address in
    /// this process.
    private long origin;

    private long place;

    /// @param hits shared with [MemoryInstructions]
    FullWarpAccess(
            LoadedProgram program, RunningCounters counts, AllocationCache hits, HostPages host) {
        this.arena = program.memory().hostOffset() + AddressSpace.GLOBAL;
        this.counts = counts;
        this.words = program.code().words();
        this.lists = program.code().operandLists();
        this.hits = hits;
        this.host = host;
    }

    /// Loads a row, or a row for each element of a vector.
    ///
    /// @return whether the access was executed
    boolean load(Warp warp, CallFrame frame, int pc, int active) {
        int at = pc * Code.STRIDE;
        int address = warp.row(words[at + Code.A], frame.firstRow());
        if (!takes(warp, pc, address, active, AccessKind.LOAD)
                || overwrites(warp, frame, at, address)) {
            return false;
        }
        int y = words[at + Code.Y];
        int size = MemoryAccess.elementBytes(y);
        int count = MemoryAccess.elements(y);
        long[] r = warp.registers();
        for (int e = 0; e < count; e++) {
            int d = row(warp, frame, y, words[at + Code.D], e);
            long shift = words[at + Code.X] + (long) e * size + place - origin;
            if (size == Long.BYTES) {
                load8(r, d, address, shift);
            } else {
                load4(r, d, address, shift);
            }
        }
        count(size * count, 1, 0);
        return true;
    }

    /// Stores a row.
    ///
    /// @return whether the access was executed
    boolean store(Warp warp, CallFrame frame, int pc, int active) {
        int at = pc * Code.STRIDE;
        int address = warp.row(words[at + Code.A], frame.firstRow());
        int y = words[at + Code.Y];
        int count = MemoryAccess.elements(y);
        if (count > 1 || !takes(warp, pc, address, active, AccessKind.STORE)) {
            return false;
        }
        int size = MemoryAccess.elementBytes(y);
        long[] r = warp.registers();
        int b = row(warp, frame, y, words[at + Code.B], 0);
        long shift = words[at + Code.X] + place - origin;
        if (size == Long.BYTES) {
            store8(r, b, address, shift);
        } else {
            store4(r, b, address, shift);
        }
        count(size, 0, 1);
        return true;
    }

    private int row(Warp warp, CallFrame frame, int y, int operand, int element) {
        return warp.row(
                MemoryAccess.isVector(y) ? lists[operand + element] : operand, frame.firstRow());
    }

    /// Whether an element of a vector overwrites the address row, which later elements need.
    private boolean overwrites(Warp warp, CallFrame frame, int at, int address) {
        int y = words[at + Code.Y];
        for (int e = 0; e < MemoryAccess.vectorElements(y); e++) {
            if (row(warp, frame, y, words[at + Code.D], e) == address) {
                return true;
            }
        }
        return false;
    }

    private boolean takes(Warp warp, int pc, int address, int active, AccessKind access) {
        int y = words[pc * Code.STRIDE + Code.Y];
        return active == ALL
                && MemoryAccess.elementBytes(y) >= Integer.BYTES
                && !MemoryAccess.extendsSign(y)
                && locate(warp, pc, address, MemoryAccess.bytes(y), access);
    }

    private boolean locate(Warp warp, int pc, int address, int size, AccessKind access) {
        int at = pc * Code.STRIDE;
        long[] r = warp.registers();
        int offset = words[at + Code.X];
        int space = MemoryAccess.space(words[at + Code.Y]);
        long window =
                switch (space) {
                    case MemorySpace.GLOBAL -> AddressSpace.GLOBAL;
                    case MemorySpace.SHARED -> 0;
                    case MemorySpace.GENERIC -> AddressSpace.window(r[address] + offset);
                    default -> AddressSpace.CODE;
                };
        global = window == AddressSpace.GLOBAL;
        if (global && access == AccessKind.LOAD && host.mayContain(r[address] + offset)) {
            return locateHost(r, address, offset, size);
        }
        if (global) {
            origin = AddressSpace.GLOBAL;
            place = arena;
            var hit = hits.find(pc, r[address] + offset, size);
            return areWithin(r, address, offset, size, hit.address(), hit.end());
        }
        boolean shared =
                space == MemorySpace.SHARED
                        || (space == MemorySpace.GENERIC && window == AddressSpace.SHARED);
        origin = window;
        place = warp.cta().shared();
        return shared
                && areWithin(r, address, offset, size, window, window + warp.cta().sharedSize());
    }

    /// Finds a load within a page of the host process.
    private boolean locateHost(long[] r, int address, int offset, int size) {
        origin = r[address] + offset;
        place = host.find(origin, 1, AccessKind.LOAD);
        long page = HostPages.pageOf(origin);
        return place != 0 && areWithin(r, address, offset, size, page, page + HostPages.PAGE);
    }

    /// Whether the accesses of all lanes lie between `start` and `end` and are aligned.
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

    private void count(int bytesOfLane, int read, int written) {
        long bytes = (long) LANES * bytesOfLane;
        if (global) {
            counts.globalBytesRead += read * bytes;
            counts.globalBytesWritten += written * bytes;
        } else {
            counts.sharedBytes += bytes;
        }
    }

    private static void load4(long[] r, int d, int address, long shift) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = NativeBytes.get4(r[address + l] + shift);
        }
    }

    private static void load8(long[] r, int d, int address, long shift) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = NativeBytes.get8(r[address + l] + shift);
        }
    }

    private static void store4(long[] r, int b, int address, long shift) {
        for (int l = 0; l < LANES; l++) {
            NativeBytes.put4(r[address + l] + shift, r[b + l]);
        }
    }

    private static void store8(long[] r, int b, int address, long shift) {
        for (int l = 0; l < LANES; l++) {
            NativeBytes.put8(r[address + l] + shift, r[b + l]);
        }
    }
}
