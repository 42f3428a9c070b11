package org.offloadtck.timing.trace;

/// The words that say where an access of a warp goes; the last of an access lacks [#MORE].
///
/// A word with sectors is a line of 128 bytes: bits 0 to 3 its sectors, the upper 27 bits the
/// signed distance from the line before it in the warp's trace. A word without is of one of the
/// kinds below, with an operand.
public final class AccessWord {

    /// Bytes of a line (all devices of `timing.csv`: `l1_line_bytes`).
    public static final int LINE_BYTES = 128;

    static final int LINE_SHIFT = 7;

    /// Bytes of a sector (all devices of `timing.csv`: `sector_bytes`).
    public static final int SECTOR_BYTES = 32;

    static final int SECTOR_SHIFT = 5;
    public static final int SECTORS = 0xf;
    public static final int MORE = 1 << 4;
    public static final int DISTANCE_SHIFT = 5;

    private static final int KIND_SHIFT = 5;
    private static final int KINDS = 15;
    private static final int OPERAND_SHIFT = 9;

    /// Integers behind [#ORIGIN].
    private static final int ORIGIN_WORDS = 2;

    /// Nothing is accessed: no lane's guard holds.
    public static final int NOTHING = 0;

    /// The line before the next one in global memory, in two more integers, the low half first.
    public static final int ORIGIN = 1;

    /// Shared memory; the operand is how many accesses of all banks it takes.
    public static final int SHARED = 2;

    /// The lines that follow are local memory, numbered from the start of the warp's.
    public static final int LOCAL = 3;

    /// Constant memory; the operand is how many addresses are asked for.
    public static final int CONSTANT = 4;

    /// An atomic on the lines that follow; the operand is how many threads share the address that
    /// most share.
    static final int ATOMIC = 5;

    /// The lines that follow are global memory again.
    public static final int GLOBAL = 6;

    /// Texels on the lines that follow; the operand is how many groups of up to four the lanes
    /// read.
    public static final int TEXELS = 7;

    /// Shared memory of another CTA of the cluster; the operand is the rank of that CTA and how
    /// many sectors of 32 bytes are accessed.
    public static final int REMOTE = 8;

    /// Bits of the rank: a cluster has at most 16 CTAs (`devices.csv`).
    private static final int RANK_BITS = 4;

    private AccessWord() {}

    static int of(int kind, int operand) {
        return kind << KIND_SHIFT | operand << OPERAND_SHIFT;
    }

    /// A word of [#REMOTE].
    static int remote(int rank, int sectors) {
        return of(REMOTE, sectors << RANK_BITS | rank);
    }

    /// The rank of the operand of a word of [#REMOTE].
    public static int rank(int operand) {
        return operand & (1 << RANK_BITS) - 1;
    }

    /// The sectors of the operand of a word of [#REMOTE].
    public static int remoteSectors(int operand) {
        return operand >>> RANK_BITS;
    }

    public static int kind(int word) {
        return word >>> KIND_SHIFT & KINDS;
    }

    public static int operand(int word) {
        return word >>> OPERAND_SHIFT;
    }

    /// Where the words of an access end.
    ///
    /// @param from its first word in `memory`
    public static int end(int[] memory, int from) {
        int at = from;
        while ((memory[at] & MORE) != 0) {
            boolean isOrigin = (memory[at] & SECTORS) == 0 && kind(memory[at]) == ORIGIN;
            at += isOrigin ? 1 + ORIGIN_WORDS : 1;
        }
        return at + 1;
    }

    /// Whether a distance between lines fits a word.
    static boolean fits(long distance) {
        return distance
                == distance << (DISTANCE_SHIFT + Integer.SIZE) >> (DISTANCE_SHIFT + Integer.SIZE);
    }
}
