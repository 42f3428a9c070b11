package org.offloadtck.checks.initcheck;

import java.util.Arrays;
import org.offloadtck.engine.bytecode.analysis.BlockSummary;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.thread.CallFrame;

/// Which bits of a warp's registers, predicates and local memory hold no value.
///
/// Nearly always all hold one, so a row of registers has a mask of the lanes where some do not, and
/// only those have bits: all, unless their bit is in the row's second mask, too.
public final class WarpShadow {

    private static final int LANES = Code.LANES;
    private static final int WORD = Long.BYTES;
    private static final int ALL = -1;

    /// By row: the lanes in which not every bit holds a value.
    int[] unknown = new int[0];

    /// By row: those of them of which [#bits] says which bits.
    private int[] partly = new int[0];

    private long[] bits = new long[0];
    private int[] origins = new int[0];

    /// By predicate: the lanes in which it has no value.
    int[] predicates = new int[0];

    private int[] predicateOrigins = new int[0];

    /// The lanes in which the carry has no value.
    int carry;

    /// What lanes bring to a shuffle, as [#unknown] and [#bits].
    int deposited;

    final long[] depositedBits = new long[LANES];
    final int[] depositedOrigins = new int[LANES];

    /// Of each word of local memory the bits that hold a value, lane by lane.
    long[] local = new long[0];

    private int[] localOrigins = new int[0];

    /// Begins with nothing in any register of the kernel's frame and in local memory.
    public void begin(CallFrame frame) {
        reserve(frame);
        Arrays.fill(unknown, 0);
        Arrays.fill(predicates, 0);
        Arrays.fill(local, 0, words(frame.localEnd()) * LANES, 0);
        carry = 0;
        enter(frame, ALL);
    }

    /// Takes back the registers and the local memory of a frame that threads enter.
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

    /// Takes back the local memory that a frame has got, from an offset on.
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

    /// Whether all that a passage reads holds values in the lanes of `mask`.
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

    /// Notes that all that a passage writes holds values in the lanes of `mask`.
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

    /// The bits of a register that hold no value.
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

    /// Sets what [#bits(int, int)] gives, and where the bits came from.
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

    /// Notes that a predicate has no value in some lanes and has one in others.
    ///
    /// @param active the lanes it was set in
    /// @param without those of them in which it has no value
    void setPredicate(int predicate, int active, int without) {
        predicates[predicate] = (predicates[predicate] & ~active) | without;
    }

    void setPredicateOrigin(int predicate, int lane, int origin) {
        predicateOrigins[predicate * LANES + lane] = origin;
    }

    /// The bits that hold a value, of `size` bytes of local memory at a multiple of the size.
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

    /// Copies what is known of a stretch of local memory; offsets are multiples of a word.
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

    /// All bits of `size` bytes, 1, 2, 4 or 8.
    static long mask(int size) {
        return -1L >>> (Long.SIZE - Byte.SIZE * size);
    }
}
