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

    /// Entries of the table of recently used lines: a power of two.
    private static final int HINTS = 1 << 12;

    private final LineHash sets;
    private final int ways;
    private final long[] lines;
    private final long[] used;
    private final byte[] sectors;
    private final int[] hints = new int[HINTS];
    private long clock;

    /// @param bytes it holds, a line at least
    public SectorCache(long bytes, int ways) {
        long all = Math.max(1, bytes / AccessWord.LINE_BYTES);
        this.ways = (int) Math.min(ways, all);
        int count = (int) (all / this.ways);
        this.sets = new LineHash(count);
        int held = this.ways * count;
        lines = new long[held];
        Arrays.fill(lines, ABSENT);
        used = new long[held];
        sectors = new byte[held];
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
        int hint = hints[(int) line & HINTS - 1];
        if (lines[hint] == line) {
            used[hint] = ++clock;
            return hint;
        }
        int from = set(line) * ways;
        for (int i = from; i < from + ways; i++) {
            if (lines[i] == line) {
                hints[(int) line & HINTS - 1] = i;
                used[i] = ++clock;
                return i;
            }
        }
        return ABSENT;
    }

    /// The place that a line which is not there is to take.
    public int victim(long line) {
        int from = set(line) * ways;
        int oldest = from;
        for (int i = from + 1; i < from + ways; i++) {
            if (used[i] < used[oldest]) {
                oldest = i;
            }
        }
        return oldest;
    }

    /// Puts a line without sectors at a place.
    public void put(int place, long line) {
        lines[place] = line;
        sectors[place] = 0;
        used[place] = ++clock;
        hints[(int) line & HINTS - 1] = place;
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

    private int set(long line) {
        return (int) sets.over(line);
    }
}
