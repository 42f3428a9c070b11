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

    /// Lines at a distance that is a power of two get chains of their own by their upper bits.
    private static final int CHAIN_SHIFT = 11;

    private final LineHash sets;
    private final int ways;

    /// 2^32 over the ways, rounded up: to multiply a place by it is faster than a division.
    private final long reciprocal;

    private final long[] lines;
    private final byte[] sectors;

    /// Of each place the next one in the ring of its set, from the least recently used place to the
    /// most recently used one. Behind the places is one more for each set, where its ring begins.
    private final int[] newer;

    private final int[] older;

    /// The first place of each chain of lines with the same low bits.
    private final int[] chains;

    /// Of each place the next one in its chain.
    private final int[] chained;

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
            formRing(set);
        }
        chains = new int[Math.max(1, Integer.highestOneBit(held))];
        Arrays.fill(chains, ABSENT);
        chained = new int[held];
    }

    /// Links the places of a set; the first one is the first to go.
    private void formRing(int set) {
        int ring = lines.length + set;
        int before = ring;
        for (int place = set * ways; place < (set + 1) * ways; place++) {
            newer[before] = place;
            older[place] = before;
            before = place;
        }
        newer[before] = ring;
        older[ring] = before;
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
        int place = chains[chain(line)];
        while (place != ABSENT && lines[place] != line) {
            place = chained[place];
        }
        if (place != ABSENT) {
            use(place);
        }
        return place;
    }

    private int chain(long line) {
        return (int) (line ^ (line >>> CHAIN_SHIFT)) & (chains.length - 1);
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
        int ring = lines.length + (int) ((place * reciprocal) >>> Integer.SIZE);
        int newest = older[ring];
        newer[newest] = place;
        older[place] = newest;
        newer[place] = ring;
        older[ring] = place;
    }

    /// The place that a line which is not there is to take.
    public int victim(long line) {
        return newer[lines.length + (int) sets.over(line)];
    }

    /// Puts a line without sectors at a place.
    public void put(int place, long line) {
        if (lines[place] != ABSENT) {
            unchain(place);
        }
        lines[place] = line;
        sectors[place] = 0;
        chained[place] = chains[chain(line)];
        chains[chain(line)] = place;
        use(place);
    }

    private void unchain(int place) {
        int chain = chain(lines[place]);
        int before = chains[chain];
        if (before == place) {
            chains[chain] = chained[place];
            return;
        }
        while (chained[before] != place) {
            before = chained[before];
        }
        chained[before] = chained[place];
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
