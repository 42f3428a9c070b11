package org.offloadtck.timing.trace;

import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.memory.AddressSpace;

/// How the addresses of a whole warp's lanes lie to each other, as an instruction had them last.
///
/// Most instructions have the same pattern each time, which takes a fraction of the time to
/// recognise that the passes and lines of an access take to compute: all are moved by one distance,
/// which changes no bank conflict if it is a multiple of 4 bytes. The lines are moved if that
/// distance is a multiple of a line. Otherwise they are computed from the contiguous ranges that
/// the lanes access: consecutive elements, or the same element, are one range.
///
/// Accesses of a basic block through one value of a register share the pattern of the first. A loop
/// that moves all lanes by one distance keeps the pattern of its first iteration. Their addresses
/// need not be compared.
final class AddressPattern {

    /// Of an instruction that no whole warp executed.
    static final AddressPattern NONE = new AddressPattern();

    private static final int LINE = 1 << AccessWord.LINE_SHIFT;

    /// From the first lane's address to that of each lane.
    private final long[] distances = new long[Code.LANES];

    /// Counts how often the distances changed.
    private int version;

    /// The pattern that these distances were copied from, and its version at that time.
    private AddressPattern leader = this;

    private int leaderVersion;

    /// The least and the greatest of the distances.
    private long lowest;

    private long highest;

    /// The address of the first lane.
    private long first;

    private final CoalescedLines lines = new CoalescedLines();

    /// The first lane's address for which [#lines] were computed.
    private long linesFirst;

    /// First byte of each contiguous range, as a distance from the first lane's address, and one
    /// past its last byte.
    private final long[] begins = new long[Code.LANES];

    private final long[] ends = new long[Code.LANES];

    /// Number of ranges; 0 if they have not been computed for the pattern.
    private int ranges;

    private int passes;

    /// The first lane's address for which [#passes] were computed.
    private long passesFirst;

    AddressPattern() {
        // That of no access: the first lane's distance to itself is none.
        distances[0] = 1;
    }

    /// Takes over the addresses of an access.
    void take(long[] addresses) {
        if (!recurs(addresses)) {
            remember(addresses);
        }
        first = addresses[0];
    }

    /// Moves all lanes.
    void move(long distance) {
        first += distance;
    }

    /// Takes over the addresses of another access, moved by a distance.
    void follow(AddressPattern other, long distance) {
        if (leader != other || leaderVersion != other.version) {
            System.arraycopy(other.distances, 0, distances, 0, Code.LANES);
            lowest = other.lowest;
            highest = other.highest;
            forget();
            leader = other;
            leaderVersion = other.version;
        }
        first = other.first + distance;
    }

    /// Copies the addresses, one for each lane.
    void copy(long[] into) {
        for (int lane = 0; lane < Code.LANES; lane++) {
            into[lane] = first + distances[lane];
        }
    }

    /// Whether all addresses are in a window of [AddressSpace].
    boolean isIn(long window) {
        return AddressSpace.window(first + lowest) == window
                && AddressSpace.window(first + highest) == window;
    }

    /// Accesses of all banks that the pattern takes; 0 if they are not known.
    int passes() {
        return ((first - passesFirst) & (Integer.BYTES - 1)) == 0 ? passes : 0;
    }

    void setPasses(int count) {
        passes = count;
        passesFirst = first;
    }

    /// The lines of global memory, in the order of the lanes, which are the caller's until the next
    /// access.
    ///
    /// @param bytes of each lane
    CoalescedLines lines(int bytes) {
        long distance = first - linesFirst;
        linesFirst = first;
        if (ranges == 0) {
            join(bytes);
            fill();
        } else if ((distance & (LINE - 1)) == 0) {
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

    /// Whether the addresses are those before, moved by a distance. The loop has no branch, so that
    /// the compiler makes vector instructions of it.
    private boolean recurs(long[] addresses) {
        long begin = addresses[0];
        long difference = 0;
        for (int lane = 0; lane < Code.LANES; lane++) {
            difference |= (addresses[lane] - begin) ^ distances[lane];
        }
        return difference == 0;
    }

    private void remember(long[] addresses) {
        lowest = 0;
        highest = 0;
        for (int lane = 0; lane < Code.LANES; lane++) {
            long distance = addresses[lane] - addresses[0];
            distances[lane] = distance;
            lowest = Math.min(lowest, distance);
            highest = Math.max(highest, distance);
        }
        forget();
        leader = this;
    }

    /// Forgets what was computed for other distances.
    private void forget() {
        passes = 0;
        ranges = 0;
        version++;
    }
}
