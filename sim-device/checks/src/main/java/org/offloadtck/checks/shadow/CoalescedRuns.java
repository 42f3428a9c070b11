package org.offloadtck.checks.shadow;

/// The addresses of a regular access as *runs*: a run is a range of lanes that access the same
/// words, or consecutive words, within a shadow page.
///
/// One object is reused for all accesses.
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

    public CoalescedRuns(GlobalShadow memory) {
        this.lookup = new PageLookup(memory);
    }

    /// Finds the runs of an access; there are none if it is not regular.
    ///
    /// @param shared the shadow of the CTA's shared memory
    /// @param size bytes of each lane
    public void find(ShadowPage shared, int active, int size, long[] addresses) {
        int lane = Integer.numberOfTrailingZeros(active);
        int end = Integer.SIZE - Integer.numberOfLeadingZeros(active);
        bytes = size;
        count = 0;
        boolean neighbours = end - lane == Integer.bitCount(active);
        if (!neighbours || size < Integer.BYTES || !open(shared, addresses[lane])) {
            return;
        }
        if (end == lane + 1) {
            add(addresses[lane], lane, end, 0);
            return;
        }
        while (lane < end && count < MOST) {
            lane = run(addresses, lane, end);
        }
        lanes[count] = end;
        count = lane == end ? count : 0;
    }

    /// Sets an access that is to be checked lane by lane.
    public void clear() {
        count = 0;
    }

    /// Takes over the runs of the same access.
    public void take(CoalescedRuns other) {
        copy(other, 0);
        page = other.page;
        origin = other.origin;
        bytes = other.bytes;
        count = other.count;
    }

    private void copy(CoalescedRuns other, int shift) {
        for (int i = 0; i < other.count; i++) {
            lanes[i] = other.lanes[i];
            lanes[i + 1] = other.lanes[i + 1];
            places[i] = other.places[i] + shift;
            steps[i] = other.steps[i];
        }
    }

    /// Takes over the runs of another access of the same lanes, whose addresses are at a constant
    /// distance.
    ///
    /// @param other the runs of that access
    /// @param distance in bytes
    /// @param size bytes of each lane
    /// @return whether there are such runs; if not, [#find] decides
    public boolean shift(CoalescedRuns other, int distance, int size) {
        count = 0;
        if (other.bytes != size || (distance & Integer.BYTES - 1) != 0) {
            return false;
        }
        int shift = distance >> WORD_BITS;
        if (!other.fits(shift, other.page)) {
            return false;
        }
        copy(other, shift);
        page = other.page;
        origin = other.origin;
        bytes = size;
        count = other.count;
        return count > 0;
    }

    /// Whether the runs are within a page after a shift by a number of words.
    private boolean fits(long shift, ShadowPage within) {
        int words = within.bytes() >> WORD_BITS;
        boolean fits = true;
        for (int i = 0; i < count; i++) {
            fits &= places[i] + shift >= 0 && end(i) + shift <= words;
        }
        return fits;
    }

    /// Takes over the runs of the same access in an earlier iteration of a loop, which the same
    /// lanes executed and whose addresses are at a constant distance.
    ///
    /// @param shared the shadow of the CTA's shared memory
    /// @param other the runs in that iteration
    /// @param distance in bytes
    /// @return whether there are such runs; if not, [#find] decides
    public boolean move(ShadowPage shared, CoalescedRuns other, long distance) {
        count = 0;
        if (other.count == 0 || (distance & Integer.BYTES - 1) != 0) {
            return false;
        }
        long first = other.origin + ((long) other.places[0] << WORD_BITS) + distance;
        if (!open(shared, first)) {
            return false;
        }
        long shift = (other.origin + distance - origin) >> WORD_BITS;
        if (!other.fits(shift, page)) {
            return false;
        }
        copy(other, (int) shift);
        bytes = other.bytes;
        count = other.count;
        return true;
    }

    /// Whether the access is regular.
    public boolean areRegular() {
        return count > 0;
    }

    private boolean open(ShadowPage shared, long address) {
        boolean found = lookup.find(shared, address);
        page = lookup.page();
        origin = lookup.origin();
        return found;
    }

    /// Adds the run that begins at a lane.
    ///
    /// @return the lane after the run, or [Integer#MAX_VALUE] if it is not within the page or not
    ///   of whole words
    private int run(long[] addresses, int lane, int end) {
        long first = addresses[lane];
        boolean spreads = lane + 1 < end && addresses[lane + 1] == first + bytes;
        int step = spreads ? bytes : 0;
        int next = lane;
        while (next + SEVERAL <= end
                && holds(addresses, next, first + (long) step * (next - lane), step)) {
            next += SEVERAL;
        }
        while (next < end && addresses[next] == first + (long) step * (next - lane)) {
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
        count++;
        return next;
    }

    /// Whether [#SEVERAL] lanes access addresses at a distance of `step`.
    private static boolean holds(long[] addresses, int lane, long first, int step) {
        long different = 0;
        for (int i = 0; i < SEVERAL; i++) {
            different |= addresses[lane + i] ^ (first + (long) step * i);
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
        return places[run];
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
        return places[run] + places(run) * words();
    }

    /// Whether no two lanes access the same word.
    public boolean areApart() {
        for (int i = 0; i < count; i++) {
            if (places(i) < lanes[i + 1] - lanes[i]) {
                return false;
            }
            for (int j = 0; j < i; j++) {
                if (places[i] < end(j) && places[j] < end(i)) {
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
            for (int word = places[i]; word < end(i); word++) {
                known &= page.known[word];
            }
        }
        return known == -1;
    }

    /// Marks all bits that the runs access as initialised.
    public void know() {
        for (int i = 0; i < count; i++) {
            page.fill(places[i] << WORD_BITS, end(i) << WORD_BITS);
        }
    }
}
