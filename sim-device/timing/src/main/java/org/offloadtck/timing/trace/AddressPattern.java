package org.offloadtck.timing.trace;

import java.util.Arrays;
import org.offloadtck.engine.code.Code;

/// How the addresses of a whole warp's lanes lie to each other, as an instruction had them last.
///
/// Most instructions have the same pattern each time, which takes a fraction of the time to
/// recognise that the passes and lines of an access take to compute: all are moved by one distance,
/// which changes no bank conflict if it is a multiple of 4 bytes, and the lines by their distance
/// if it is a multiple of a line.
final class AddressPattern {

    /// Of an instruction that no whole warp executed.
    static final AddressPattern NONE = new AddressPattern();

    private static final int LINE = 1 << AccessWord.LINE_SHIFT;

    /// From the first lane's address to that of each lane.
    private final long[] distances = new long[Code.LANES];

    private final CoalescedLines lines = new CoalescedLines();

    private long first;
    private int passes;

    AddressPattern() {
        // That of no access: the first lane's distance to itself is none.
        distances[0] = 1;
    }

    /// Takes over the pattern of an access of shared memory.
    ///
    /// @return accesses of all banks that it takes; 0 if its pattern is new
    int passes(long[] addresses) {
        if (!recurs(addresses, Integer.BYTES)) {
            remember(addresses);
        }
        return passes;
    }

    void setPasses(int count) {
        passes = count;
    }

    /// Takes over the pattern of an access of global memory.
    ///
    /// @return its lines, which are the caller's until the next access; empty if its pattern is new
    CoalescedLines lines(long[] addresses) {
        if (recurs(addresses, LINE)) {
            lines.move((addresses[0] - first) >> AccessWord.LINE_SHIFT);
            first = addresses[0];
        } else {
            remember(addresses);
        }
        return lines;
    }

    /// Whether the addresses are those before, moved by a multiple of `unit`, a power of two. The
    /// loop has no branch, so that the compiler makes vector instructions of it.
    private boolean recurs(long[] addresses, int unit) {
        long begin = addresses[0];
        long difference = (begin - first) & (unit - 1);
        for (int lane = 0; lane < Code.LANES; lane++) {
            difference |= (addresses[lane] - begin) ^ distances[lane];
        }
        return difference == 0;
    }

    private void remember(long[] addresses) {
        first = addresses[0];
        Arrays.setAll(distances, lane -> addresses[lane] - first);
        passes = 0;
        lines.clear();
    }
}
