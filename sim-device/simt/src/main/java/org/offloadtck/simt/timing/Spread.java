package org.offloadtck.simt.timing;

/// Which of several equal parts of a device a line belongs to.
final class Spread {

    /// An odd number with bits all over: 2^64 over the golden ratio.
    private static final long MIX = 0x9e37_79b9_7f4a_7c15L;

    private Spread() {}

    /// The part of `parts`, from 0: any `parts` lines after one another, from a multiple of `parts`
    /// on, go to one each, rotated by what the lines' upper bits say.
    static long over(long line, long parts) {
        long row = line / parts;
        return Long.remainderUnsigned(line % parts + ((row * MIX) >>> 40), parts);
    }
}
