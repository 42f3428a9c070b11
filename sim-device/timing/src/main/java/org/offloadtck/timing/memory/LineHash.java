package org.offloadtck.timing.memory;

/// Which of several equal parts of a device a line belongs to.
final class LineHash {

    /// An odd number with bits all over: 2^64 over the golden ratio.
    private static final long MIX = 0x9e37_79b9_7f4a_7c15L;

    private final long parts;

    /// 2^64 over the parts, rounded down: to multiply by it is a fourth of the work of a division.
    private final long reciprocal;

    LineHash(long parts) {
        this.parts = parts;
        this.reciprocal = parts == 1 ? -1 : Long.divideUnsigned(-parts, parts) + 1;
    }

    /// The part, from 0: any lines after one another, as many as there are parts, from a multiple
    /// of their number on, go to one each, rotated by what the lines' upper bits say.
    long over(long line) {
        long row = row(line);
        return remainder(line - row * parts + ((row * MIX) >>> 40));
    }

    private long remainder(long number) {
        return number - row(number) * parts;
    }

    private long row(long number) {
        long below = Math.unsignedMultiplyHigh(number, reciprocal);
        return number - below * parts >= parts ? below + 1 : below;
    }
}
