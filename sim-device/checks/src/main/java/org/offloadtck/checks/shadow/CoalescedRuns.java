package org.offloadtck.checks.shadow;

/// The addresses of a regular access as *runs*: a run is a range of lanes that access the same
/// words, or consecutive words, within a shadow page.
///
/// One object is reused for many accesses.
public final class CoalescedRuns {

    /// Runs at most; accesses with more are checked lane by lane.
    private static final int MOST = 4;

    private static final int WORD_BITS = 2;

    /// Lanes that are compared in a loop of constant length: half a warp.
    private static final int SEVERAL = 16;

    private final PageLookup lookup;
    private final int[] lanes = new int[MOST + 1];
    private final int[] places = new int[MOST];
    private final int[] steps = new int[MOST];

    private ShadowPage page = ShadowPage.NONE;
    private long origin;
    private int bytes;
    private int count;

    /// The first of the words of [#places], and one past the last.
    private int low;

    private int high;

    /// Distance in words from the words of [#places] to those of the access that [#find] or [#move]
    /// found.
    private int start;

    /// Distance in words from the words of [#places] to those that are accessed.
    private int shift;

    public CoalescedRuns(PageLookup lookup) {
        this.lookup = lookup;
    }

    /// Finds the runs of an access; there are none if it is not regular.
    ///
    /// @param size bytes of each lane
    /// @param from index of the address of lane 0
    /// @return whether the access is regular
    public boolean find(int active, int size, long[] addresses, int from) {
        int lane = Integer.numberOfTrailingZeros(active);
        int end = Integer.SIZE - Integer.numberOfLeadingZeros(active);
        bytes = size;
        count = 0;
        start = 0;
        shift = 0;
        low = Integer.MAX_VALUE;
        high = 0;
        boolean neighbours = end - lane == Integer.bitCount(active);
        if (!neighbours || size < Integer.BYTES || !open(addresses[from + lane])) {
            return false;
        }
        while (lane < end && count < MOST) {
            lane = run(addresses, from, lane, end);
        }
        count = lane == end ? count : 0;
        return count > 0;
    }

    /// Moves the runs to those of another access of the same lanes, whose addresses are at a
    /// constant distance from the access that [#find] or [#move] found.
    ///
    /// @param distance in bytes
    /// @param size bytes of each lane
    /// @return whether there are such runs; if not, the runs are unchanged
    public boolean shift(int distance, int size) {
        int words = distance >> WORD_BITS;
        if (bytes != size || (distance & Integer.BYTES - 1) != 0 || !fits((long) start + words)) {
            return false;
        }
        shift = start + words;
        return count > 0;
    }

    /// Whether the runs are within the page at a distance in words.
    private boolean fits(long distance) {
        return low + distance >= 0 && high + distance <= page.bytes() >> WORD_BITS;
    }

    /// Moves the runs to those of the next iteration of a loop, which the same lanes execute and
    /// whose addresses are at a constant distance.
    ///
    /// @param distance in bytes
    /// @return whether there are such runs; if not, [#find] decides
    public boolean move(long distance) {
        if (count == 0 || (distance & Integer.BYTES - 1) != 0) {
            return false;
        }
        long address = origin + ((long) start << WORD_BITS) + distance;
        if (!open(address + ((long) places[0] << WORD_BITS))) {
            return false;
        }
        long words = (address - origin) >> WORD_BITS;
        if (!fits(words)) {
            return false;
        }
        start = (int) words;
        shift = start;
        return true;
    }

    /// Whether the access is regular.
    public boolean areRegular() {
        return count > 0;
    }

    private boolean open(long address) {
        boolean found = lookup.find(address);
        page = lookup.page();
        origin = lookup.origin();
        return found;
    }

    /// Adds the run that begins at a lane.
    ///
    /// @return the lane after the run, or [Integer#MAX_VALUE] if it is not within the page or not
    ///   of whole words
    private int run(long[] addresses, int from, int lane, int end) {
        long first = addresses[from + lane];
        boolean spreads = lane + 1 < end && addresses[from + lane + 1] == first + bytes;
        int step = spreads ? bytes : 0;
        int next = lane;
        while (next + SEVERAL <= end
                && holds(addresses, from + next, first + (long) step * (next - lane), step)) {
            next += SEVERAL;
        }
        while (next < end && addresses[from + next] == first + (long) step * (next - lane)) {
            next++;
        }
        return add(first, lane, next, step);
    }

    /// Adds the run of the lanes from `lane` to `next`, excluded.
    private int add(long first, int lane, int next, int step) {
        long offset = first - origin;
        long last = offset + (long) step * (next - lane - 1);
        if (offset < 0 || last > page.bytes() - bytes || (offset & Integer.BYTES - 1) != 0) {
            return Integer.MAX_VALUE;
        }
        lanes[count] = lane;
        lanes[count + 1] = next;
        places[count] = (int) offset >> WORD_BITS;
        steps[count] = step >> WORD_BITS;
        low = Math.min(low, places[count]);
        high = Math.max(high, places[count] + places(count) * words());
        count++;
        return next;
    }

    /// Whether [#SEVERAL] lanes access addresses at a distance of `step`.
    ///
    /// @param at index of the first of their addresses
    private static boolean holds(long[] addresses, int at, long first, int step) {
        long different = 0;
        for (int i = 0; i < SEVERAL; i++) {
            different |= addresses[at + i] ^ (first + (long) step * i);
        }
        return different == 0;
    }

    public ShadowPage page() {
        return page;
    }

    /// Number of runs.
    public int count() {
        return count;
    }

    /// The first lane of a run.
    public int lane(int run) {
        return lanes[run];
    }

    /// Lanes of a run.
    public int lanes(int run) {
        return lanes[run + 1] - lanes[run];
    }

    /// Places that a run accesses: one, or one for each of its lanes.
    public int places(int run) {
        return steps[run] == 0 ? 1 : lanes[run + 1] - lanes[run];
    }

    /// The first word of the page that a run accesses.
    public int word(int run) {
        return places[run] + shift;
    }

    /// Bytes that a lane accesses.
    public int bytes() {
        return bytes;
    }

    /// Words that a lane accesses.
    public int words() {
        return bytes >> WORD_BITS;
    }

    private int end(int run) {
        return word(run) + places(run) * words();
    }

    /// Whether no two lanes access the same word.
    public boolean areApart() {
        for (int i = 0; i < count; i++) {
            if (places(i) < lanes[i + 1] - lanes[i]) {
                return false;
            }
            for (int j = 0; j < i; j++) {
                if (word(i) < end(j) && word(j) < end(i)) {
                    return false;
                }
            }
        }
        return true;
    }

    /// Whether all bits that the runs access are initialised.
    public boolean areKnown() {
        if (page.isKnown()) {
            return true;
        }
        int known = -1;
        for (int i = 0; i < count; i++) {
            for (int word = word(i); word < end(i); word++) {
                known &= page.known[word];
            }
        }
        return known == -1;
    }

    /// Marks all bits that the runs access as initialised.
    public void know() {
        for (int i = 0; i < count; i++) {
            page.fill(word(i) << WORD_BITS, end(i) << WORD_BITS);
        }
    }
}
