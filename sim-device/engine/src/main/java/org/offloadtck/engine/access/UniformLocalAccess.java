package org.offloadtck.engine.access;

import static org.offloadtck.engine.semantics.Integers.signed;
import static org.offloadtck.engine.semantics.Integers.truncate;

import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemoryAccess;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.NativeBytes;
import org.offloadtck.engine.thread.CallFrame;
import org.offloadtck.engine.thread.LocalMemory;
import org.offloadtck.engine.thread.Warp;

/// Executes loads and stores that all active lanes make at the same offset of their local memory,
/// such as accesses to variables, arguments and results in the frame. All other accesses, and
/// invalid ones, are declined and left to [MemoryInstructions].
final class UniformLocalAccess {

    private static final int ALL = -1;
    private static final int WORD = Long.BYTES;

    private final int[] words;
    private final int[] lists;

    UniformLocalAccess(Code code) {
        this.words = code.words();
        this.lists = code.operandLists();
    }

    /// Loads a row, or a row for each element of a vector.
    ///
    /// @return whether the access was executed
    boolean load(Warp warp, CallFrame frame, int pc, int active) {
        int at = pc * Code.STRIDE;
        long offset = offset(warp, frame, at, active);
        if (offset < 0) {
            return false;
        }
        int y = words[at + Code.Y];
        int size = MemoryAccess.elementBytes(y);
        long first = warp.localMemory().at(offset, 0);
        for (int e = 0; e < MemoryAccess.elements(y); e++) {
            long place = first + LocalMemory.distance((long) e * size);
            int d = row(warp, frame, y, words[at + Code.D], e);
            load(warp.registers(), d, place, size, active);
            if (MemoryAccess.extendsSign(y)) {
                extend(warp.registers(), d, size, MemoryAccess.extendedBits(y), active);
            }
        }
        return true;
    }

    /// Stores a row, or a row for each element of a vector.
    ///
    /// @return whether the access was executed
    boolean store(Warp warp, CallFrame frame, int pc, int active) {
        int at = pc * Code.STRIDE;
        long offset = offset(warp, frame, at, active);
        if (offset < 0) {
            return false;
        }
        int y = words[at + Code.Y];
        int size = MemoryAccess.elementBytes(y);
        long first = warp.localMemory().at(offset, 0);
        for (int e = 0; e < MemoryAccess.elements(y); e++) {
            long place = first + LocalMemory.distance((long) e * size);
            int b = row(warp, frame, y, words[at + Code.B], e);
            store(warp.registers(), b, place, size, active);
        }
        return true;
    }

    private int row(Warp warp, CallFrame frame, int y, int operand, int element) {
        return warp.row(
                MemoryAccess.isVector(y) ? lists[operand + element] : operand, frame.firstRow());
    }

    /// The offset in local memory that all active lanes access, or -1.
    private long offset(Warp warp, CallFrame frame, int at, int active) {
        int y = words[at + Code.Y];
        int space = MemoryAccess.space(y);
        int x = words[at + Code.X];
        if (space == MemorySpace.FRAME) {
            return frame.localStart() + (long) x;
        }
        if (space != MemorySpace.LOCAL && space != MemorySpace.GENERIC) {
            return -1;
        }
        long[] r = warp.registers();
        int address = warp.row(words[at + Code.A], frame.firstRow());
        long first = r[address + Integer.numberOfTrailingZeros(active)] + x;
        long offset = space == MemorySpace.LOCAL ? first : first - AddressSpace.LOCAL;
        int bytes = MemoryAccess.bytes(y);
        boolean inside = offset >= 0 && offset <= frame.localEnd() - bytes;
        return inside && (offset & bytes - 1) == 0 && isSame(r, address, first - x, active)
                ? offset
                : -1;
    }

    private static boolean isSame(long[] r, int row, long value, int active) {
        long different = 0;
        for (int l = 0; l < Code.LANES; l++) {
            different |= (r[row + l] ^ value) & -(active >>> l & 1);
        }
        return different == 0;
    }

    private static void load(long[] r, int d, long place, int size, int active) {
        if (active != ALL) {
            for (int rest = active; rest != 0; rest &= rest - 1) {
                int l = Integer.numberOfTrailingZeros(rest);
                r[d + l] = NativeBytes.get(place + (long) l * WORD, size);
            }
        } else if (size == Long.BYTES) {
            load8(r, d, place);
        } else if (size == Integer.BYTES) {
            load4(r, d, place);
        } else {
            for (int l = 0; l < Code.LANES; l++) {
                r[d + l] = NativeBytes.get(place + (long) l * WORD, size);
            }
        }
    }

    private static void load8(long[] r, int d, long place) {
        for (int l = 0; l < Code.LANES; l++) {
            r[d + l] = NativeBytes.get8(place + (long) l * WORD);
        }
    }

    private static void load4(long[] r, int d, long place) {
        for (int l = 0; l < Code.LANES; l++) {
            r[d + l] = NativeBytes.get4(place + (long) l * WORD);
        }
    }

    /// Extends the signs of loaded values to registers of `registerBits` bits.
    private static void extend(long[] r, int d, int size, int registerBits, int active) {
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            r[d + l] = truncate(signed(r[d + l], Byte.SIZE * size), registerBits);
        }
    }

    private static void store(long[] r, int b, long place, int size, int active) {
        if (active != ALL) {
            for (int rest = active; rest != 0; rest &= rest - 1) {
                int l = Integer.numberOfTrailingZeros(rest);
                NativeBytes.put(place + (long) l * WORD, size, r[b + l]);
            }
        } else if (size == Long.BYTES) {
            store8(r, b, place);
        } else if (size == Integer.BYTES) {
            store4(r, b, place);
        } else {
            for (int l = 0; l < Code.LANES; l++) {
                NativeBytes.put(place + (long) l * WORD, size, r[b + l]);
            }
        }
    }

    private static void store8(long[] r, int b, long place) {
        for (int l = 0; l < Code.LANES; l++) {
            NativeBytes.put8(place + (long) l * WORD, r[b + l]);
        }
    }

    private static void store4(long[] r, int b, long place) {
        for (int l = 0; l < Code.LANES; l++) {
            NativeBytes.put4(place + (long) l * WORD, r[b + l]);
        }
    }
}
