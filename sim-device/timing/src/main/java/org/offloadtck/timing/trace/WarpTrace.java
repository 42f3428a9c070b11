package org.offloadtck.timing.trace;

/// What one warp did, in the order it did it.
///
/// @param control [#ENTRY] integers an entry: a run of consecutive instructions, as the first one's
///   program counter, their number, and how often the run came in a row; or one of the marks below,
///   its operand and 0
/// @param memory for each access of memory, in the order of the runs, the words of [AccessWord]
@SuppressWarnings("ArrayRecordComponent")
public // nobody compares it
record WarpTrace(int[] control, int[] memory) {

    /// Integers of an entry of [#control].
    public static final int ENTRY = 3;

    /// The call stack is another: its registers begin at the operand.
    public static final int FRAME = -1;

    /// The barrier of that number in the CTA has one arrival more.
    public static final int ARRIVE = -2;

    /// The barrier of that number in the CTA is waited for.
    public static final int WAIT = -3;

    /// The warp sleeps for as many nanoseconds, at least.
    public static final int SLEEP = -4;

    /// As many threads of the warp called `malloc` or `free`.
    public static final int HEAP = -5;

    /// The barrier of that number in the CTA has one arrival more, when the last bulk copy of the
    /// warp has been made.
    public static final int ARRIVE_WITH_COPY = -6;

    /// The warp arrives at the barrier of its cluster; the operand is the number of the phase.
    public static final int ARRIVE_AT_CLUSTER = -7;

    /// A barrier of another CTA of the cluster has one arrival more; the operand is that of
    /// [#remote].
    public static final int ARRIVE_REMOTELY = -8;

    /// The same when the last bulk copy of the warp has been made.
    public static final int ARRIVE_REMOTELY_WITH_COPY = -9;

    /// Bits of a rank: a cluster has at most 16 CTAs (`devices.csv`).
    private static final int RANK_BITS = 4;

    /// The operand for a barrier of another CTA.
    static int remote(int rank, int barrier) {
        return barrier << RANK_BITS | rank;
    }

    /// The rank of an operand of [#remote].
    public static int rank(int operand) {
        return operand & (1 << RANK_BITS) - 1;
    }

    /// The number of the barrier in its CTA, of an operand of [#remote].
    public static int barrier(int operand) {
        return operand >>> RANK_BITS;
    }

    long bytes() {
        return Integer.BYTES * ((long) control.length + memory.length);
    }
}
