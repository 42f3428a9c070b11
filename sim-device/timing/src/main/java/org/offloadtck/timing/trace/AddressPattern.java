package org.offloadtck.timing.trace;

import java.util.Arrays;
import org.offloadtck.engine.code.Code;

/// How the addresses of a whole warp's lanes lie to each other, as an instruction had them last.
///
/// Most instructions have the same pattern each time, which takes a fraction of the time to
/// recognise that the passes and lines of an access take to compute: all are moved by one distance,
/// which changes no bank conflict if it is a multiple of 4 bytes. The lines are moved if that
/// distance is a multiple of a line. Otherwise they are computed from the contiguous ranges that
/// the lanes access: consecutive elements, or the same element, are one range.
final class AddressPattern {

    /// Of an instruction that no whole warp executed.
    static final AddressPattern NONE = new AddressPattern();

    private static final int LINE = 1 << AccessWord.LINE_SHIFT;

    /// From the first lane's address to that of each lane.
    private final long[] distances = new long[Code.LANES];

    private final CoalescedLines lines = new CoalescedLines();

    /// First byte of each contiguous range, as a distance from the first lane's address, and one
    /// past its last byte.
    private final long[] begins = new long[Code.LANES];

    private final long[] ends = new long[Code.LANES];

    /// Number of ranges; 0 if they have not been computed for the pattern.
    private int ranges;

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
    /// @param bytes of each lane
    /// @return its lines, in the order of the lanes, which are the caller's until the next access
    CoalescedLines lines(long[] addresses, int bytes) {
        if (!recurs(addresses, 1)) {
            remember(addresses);
        }
        if (ranges == 0) {
            join(bytes);
            fill();
            return lines;
        }
        long distance = addresses[0] - first;
        first = addresses[0];
        if ((distance & (LINE - 1)) == 0) {
            lines.move(distance >> AccessWord.LINE_SHIFT);
        } else {
            fill();
        }
        return lines;
    }

    /// Joins the bytes of the lanes to contiguous ranges.
    private void join(int bytes) {
        begins[0] = 0;
        ends[0] = bytes;
        ranges = 1;
        for (int lane = 1; lane < Code.LANES; lane++) {
            long from = distances[lane];
            int last = ranges - 1;
            if (from < begins[last] || from > ends[last]) {
                last = ranges++;
                begins[last] = from;
                ends[last] = from;
            }
            ends[last] = Math.max(ends[last], from + bytes);
        }
    }

    private void fill() {
        lines.clear();
        for (int i = 0; i < ranges; i++) {
            long end = first + ends[i];
            long from = first + begins[i];
            while (from < end) {
                long to = Math.min(end, (from & -LINE) + LINE);
                lines.add(from, (int) (to - from));
                from = to;
            }
        }
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
        ranges = 0;
    }
}
