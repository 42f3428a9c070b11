package org.offloadtck.timing.memory;

import java.util.Arrays;
import org.offloadtck.timing.trace.AccessWord;

/// The lines a cache holds: which sectors of each, least recently used first to go.
///
/// Lines that follow one another fill all sets evenly; lines at a distance that is a multiple of
/// the sets are spread, as devices do with a hash of the address.
public final class SectorCache {

    /// A line that is not there.
    public static final int ABSENT = -1;

    /// Moves upper bits of a line into its bucket, so that lines at a distance of a power of two
    /// get buckets of their own.
    private static final int BUCKET_SHIFT = 11;

    private final LineHash sets;
    private final int ways;

    /// 2^32 over the ways, rounded up: to multiply a place by it is faster than a division.
    private final long reciprocal;

    private final long[] lines;
    private final byte[] sectors;

    /// The LRU list of each set, doubly linked and circular: for each place the one that was used
    /// next. Behind the places is the sentinel of each set.
    private final int[] newer;

    private final int[] older;

    /// The hash table of the lines: the first place of each bucket.
    private final int[] buckets;

    /// For each place, the next one in its bucket.
    private final int[] next;

    /// @param bytes it holds, a line at least
    public SectorCache(long bytes, int ways) {
        long all = Math.max(1, bytes / AccessWord.LINE_BYTES);
        this.ways = (int) Math.min(ways, all);
        this.reciprocal = Math.ceilDiv(1L << Integer.SIZE, this.ways);
        int count = (int) (all / this.ways);
        this.sets = new LineHash(count);
        int held = this.ways * count;
        lines = new long[held];
        Arrays.fill(lines, ABSENT);
        sectors = new byte[held];
        newer = new int[held + count];
        older = new int[held + count];
        for (int set = 0; set < count; set++) {
            linkSet(set);
        }
        buckets = new int[Math.max(1, Integer.highestOneBit(held))];
        Arrays.fill(buckets, ABSENT);
        next = new int[held];
    }

    /// Links the places of a set; the first one is the first victim.
    private void linkSet(int set) {
        int sentinel = lines.length + set;
        int before = sentinel;
        for (int place = set * ways; place < (set + 1) * ways; place++) {
            newer[before] = place;
            older[place] = before;
            before = place;
        }
        newer[before] = sentinel;
        older[sentinel] = before;
    }

    public int places() {
        return lines.length;
    }

    /// The most lines after one another of which every one matters for what the cache holds after
    /// them: each set has as many of them as it has ways, at least.
    long mostInOrder() {
        return (ways + 1L) * (lines.length / ways);
    }

    /// The place of a line, or [#ABSENT].
    public int find(long line) {
        int place = buckets[bucket(line)];
        while (place != ABSENT && lines[place] != line) {
            place = next[place];
        }
        if (place != ABSENT) {
            use(place);
        }
        return place;
    }

    private int bucket(long line) {
        return (int) (line ^ (line >>> BUCKET_SHIFT)) & (buckets.length - 1);
    }

    /// Makes a place the most recently used one of its set.
    private void use(int place) {
        int after = newer[place];
        if (after >= lines.length) {
            return;
        }
        int before = older[place];
        newer[before] = after;
        older[after] = before;
        int sentinel = lines.length + (int) ((place * reciprocal) >>> Integer.SIZE);
        int newest = older[sentinel];
        newer[newest] = place;
        older[place] = newest;
        newer[place] = sentinel;
        older[sentinel] = place;
    }

    /// The place that a line which is not there is to take.
    public int victim(long line) {
        return newer[lines.length + (int) sets.over(line)];
    }

    /// Puts a line without sectors at a place.
    public void put(int place, long line) {
        if (lines[place] != ABSENT) {
            unlink(place);
        }
        lines[place] = line;
        sectors[place] = 0;
        next[place] = buckets[bucket(line)];
        buckets[bucket(line)] = place;
        use(place);
    }

    private void unlink(int place) {
        int bucket = bucket(lines[place]);
        int before = buckets[bucket];
        if (before == place) {
            buckets[bucket] = next[place];
            return;
        }
        while (next[before] != place) {
            before = next[before];
        }
        next[before] = next[place];
    }

    /// The line at a place; negative when there is none.
    public long line(int place) {
        return lines[place];
    }

    /// Sectors of the line at a place that are there, a bit for each.
    public int sectors(int place) {
        return sectors[place];
    }

    public void addSectors(int place, int added) {
        sectors[place] |= (byte) added;
    }
}
