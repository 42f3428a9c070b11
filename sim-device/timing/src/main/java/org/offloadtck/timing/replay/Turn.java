package org.offloadtck.timing.replay;

/// When a warp scheduler issues next, and which one it is, in one `long`: the least of such numbers
/// is the earliest and of those the first, found without a branch.
final class Turn {

    /// Bits below a time.
    private static final int BITS = 8;

    /// Of these, bits for the number of the scheduler; its rank at the unit it waits for is above.
    private static final int NUMBER_BITS = 4;

    private Turn() {}

    static long of(long time, int scheduler) {
        return time << BITS | scheduler;
    }

    /// The turn of a scheduler that waits for a unit together with others.
    ///
    /// @param rank its place in the order in which the unit serves them
    static long ranked(long turn, int rank) {
        return turn | (long) rank << NUMBER_BITS;
    }

    /// The scheduler whose turn it is.
    static int who(long turn) {
        return (int) turn & (1 << NUMBER_BITS) - 1;
    }

    /// When that is.
    static long when(long turn) {
        return turn >> BITS;
    }
}
