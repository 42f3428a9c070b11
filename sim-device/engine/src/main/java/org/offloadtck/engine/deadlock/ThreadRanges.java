package org.offloadtck.engine.deadlock;

import java.util.BitSet;
import java.util.StringJoiner;
import org.offloadtck.engine.code.Code;

/// A set of threads of a CTA, formatted as ranges of thread numbers: `0-30, 32`.
final class ThreadRanges {

    private final BitSet threads = new BitSet();

    /// Adds lanes of a warp.
    ///
    /// @param lanes a bit for each
    void add(int warp, int lanes) {
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            threads.set(warp * Code.LANES + Integer.numberOfTrailingZeros(rest));
        }
    }

    @Override
    public String toString() {
        var ranges = new StringJoiner(", ");
        int first = threads.nextSetBit(0);
        while (first >= 0) {
            int end = threads.nextClearBit(first);
            ranges.add(end == first + 1 ? "" + first : "%d-%d".formatted(first, end - 1));
            first = threads.nextSetBit(end);
        }
        return ranges.toString();
    }
}
