package org.offloadtck.checks.initcheck;

import java.util.Arrays;
import org.offloadtck.engine.bytecode.analysis.BlockSummary;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.thread.CallFrame;

/// The shadow of the registers, predicates and local memory of a warp: which bits are
/// uninitialised.
///
/// Nearly all bits are initialised. So each row of registers has a mask of lanes with uninitialised
/// bits. Such a lane has bits of its own only if it is in a second mask of the row; otherwise all
/// its bits are uninitialised.
public final class WarpShadow {

    private static final int LANES = Code.LANES;
    private static final int WORD = Long.BYTES;
    private static final int ALL = -1;

    /// For each row the lanes with uninitialised bits.
    int[] unknown = new int[0];

    /// For each row the lanes whose uninitialised bits are in [#bits]; of other lanes of [#unknown]
    /// all bits are uninitialised.
    private int[] partly = new int[0];

    private long[] bits = new long[0];
    private int[] origins = new int[0];

    /// For each predicate the lanes in which it is uninitialised.
    int[] predicates = new int[0];

    private int[] predicateOrigins = new int[0];

    /// Lanes in which the carry flag is uninitialised.
    int carry;

    /// The operands of a shuffle, in the format of [#unknown] and [#bits].
    int deposited;

    final long[] depositedBits = new long[LANES];
    final int[] depositedOrigins = new int[LANES];

    /// For each word of local memory, lane by lane, the initialised bits.
    long[] local = new long[0];

    private int[] localOrigins = new int[0];

    /// A CTA starts: the registers of the kernel's frame and local memory are uninitialised.
    public void begin(CallFrame frame) {
        reserve(frame);
        Arrays.fill(unknown, 0);
        Arrays.fill(predicates, 0);
        Arrays.fill(local, 0, words(frame.localEnd()) * LANES, 0);
        carry = 0;
        enter(frame, ALL);
    }

    /// Threads enter a frame: its registers and local memory are uninitialised.
    void enter(CallFrame frame, int mask) {
        reserve(frame);
        for (int row = frame.firstRow() / LANES; row < frame.rowsEnd() / LANES; row++) {
            unknown[row] |= mask;
            partly[row] &= ~mask;
        }
        for (int p = frame.firstPredicate(); p < frame.predicatesEnd(); p++) {
            predicates[p] |= mask;
        }
        forgetLocal(frame.localStart(), frame.localEnd(), mask);
    }

    /// A frame grows: its local memory from an offset on is uninitialised.
    public void grow(CallFrame frame, int from, int mask) {
        reserve(frame);
        forgetLocal(from, frame.localEnd(), mask);
    }

    private void forgetLocal(int from, int to, int mask) {
        for (int word = from / WORD; word < words(to); word++) {
            if (mask == ALL) {
                Arrays.fill(local, word * LANES, (word + 1) * LANES, 0);
            } else {
                for (int rest = mask; rest != 0; rest &= rest - 1) {
                    local[word * LANES + Integer.numberOfTrailingZeros(rest)] = 0;
                }
            }
        }
    }

    /// Whether all live-in registers of a compiled block are initialised in the lanes of `mask`.
    public boolean areSet(BlockSummary passage, CallFrame frame, int mask) {
        int without = 0;
        for (int row : passage.liveInRows()) {
            without |= unknown[ShadowPropagation.row(row, frame.firstRow()) / LANES];
        }
        for (int predicate : passage.liveInPredicates()) {
            without |= predicates[ShadowPropagation.row(predicate, frame.firstPredicate())];
        }
        return (without & mask) == 0;
    }

    /// Marks all registers that a compiled block defines as initialised in the lanes of `mask`.
    public void set(BlockSummary passage, CallFrame frame, int mask) {
        for (int row : passage.definedRows()) {
            unknown[ShadowPropagation.row(row, frame.firstRow()) / LANES] &= ~mask;
        }
        for (int predicate : passage.definedPredicates()) {
            predicates[ShadowPropagation.row(predicate, frame.firstPredicate())] &= ~mask;
        }
    }

    private static int words(int bytes) {
        return Math.ceilDiv(bytes, WORD);
    }

    private void reserve(CallFrame frame) {
        int rows = frame.rowsEnd() / LANES;
        if (rows > unknown.length) {
            int room = Math.max(rows, 2 * unknown.length);
            unknown = Arrays.copyOf(unknown, room);
            partly = Arrays.copyOf(partly, room);
            if (bits.length > 0) {
                bits = Arrays.copyOf(bits, room * LANES);
                origins = Arrays.copyOf(origins, room * LANES);
            }
        }
        if (frame.predicatesEnd() > predicates.length) {
            predicates =
                    Arrays.copyOf(
                            predicates, Math.max(frame.predicatesEnd(), 2 * predicates.length));
            predicateOrigins = Arrays.copyOf(predicateOrigins, predicates.length * LANES);
        }
        int room = words(frame.localEnd()) * LANES;
        if (room > local.length) {
            local = Arrays.copyOf(local, Math.max(room, 2 * local.length));
        }
    }

    /// The uninitialised bits of a register.
    ///
    /// @param row index of its lane 0 in the register file
    long bits(int row, int lane) {
        if ((unknown[row / LANES] >>> lane & 1) == 0) {
            return 0;
        }
        return (partly[row / LANES] >>> lane & 1) == 0 ? ALL : bits[row + lane];
    }

    int origin(int row, int lane) {
        return (unknown[row / LANES] & partly[row / LANES] & 1 << lane) == 0
                ? Origins.UNKNOWN
                : origins[row + lane];
    }

    /// Sets the uninitialised bits of a register, and their origin.
    void set(int row, int lane, long newBits, int origin) {
        if (newBits == 0) {
            unknown[row / LANES] &= ~(1 << lane);
            return;
        }
        if (bits.length == 0) {
            bits = new long[unknown.length * LANES];
            origins = new int[unknown.length * LANES];
        }
        unknown[row / LANES] |= 1 << lane;
        partly[row / LANES] |= 1 << lane;
        bits[row + lane] = newBits;
        origins[row + lane] = origin;
    }

    int predicateOrigin(int predicate, int lane) {
        return predicateOrigins[predicate * LANES + lane];
    }

    /// Sets in which lanes a predicate is uninitialised.
    ///
    /// @param active lanes that write the predicate
    /// @param without lanes of these in which it is uninitialised
    void setPredicate(int predicate, int active, int without) {
        predicates[predicate] = (predicates[predicate] & ~active) | without;
    }

    void setPredicateOrigin(int predicate, int lane, int origin) {
        predicateOrigins[predicate * LANES + lane] = origin;
    }

    /// The initialised bits of `size` bytes of local memory at a multiple of the size.
    long known(int offset, int lane, int size) {
        long word = local[offset / WORD * LANES + lane] >>> (offset % WORD * Byte.SIZE);
        return word & mask(size);
    }

    void know(int offset, int lane, int size, long newBits) {
        int at = offset / WORD * LANES + lane;
        int shift = offset % WORD * Byte.SIZE;
        local[at] = (local[at] & ~(mask(size) << shift)) | newBits << shift;
    }

    int localOrigin(int offset, int lane) {
        int at = offset / WORD * LANES + lane;
        return at < localOrigins.length ? localOrigins[at] : Origins.UNKNOWN;
    }

    void setLocalOrigin(int offset, int lane, int origin) {
        if (localOrigins.length < local.length) {
            localOrigins = Arrays.copyOf(localOrigins, local.length);
        }
        localOrigins[offset / WORD * LANES + lane] = origin;
    }

    /// Copies the definedness of a range of local memory; offsets are multiples of a word.
    void copy(int mask, int from, int to, int bytes) {
        for (int word = 0; word < words(bytes); word++) {
            for (int rest = mask; rest != 0; rest &= rest - 1) {
                int lane = Integer.numberOfTrailingZeros(rest);
                int source = (from / WORD + word) * LANES + lane;
                int target = (to / WORD + word) * LANES + lane;
                local[target] = local[source];
                if (local[source] != ALL) {
                    setLocalOrigin(to + word * WORD, lane, localOrigin(from + word * WORD, lane));
                }
            }
        }
    }

    /// A mask of `size` bytes, 1, 2, 4 or 8.
    static long mask(int size) {
        return -1L >>> (Long.SIZE - Byte.SIZE * size);
    }
}
