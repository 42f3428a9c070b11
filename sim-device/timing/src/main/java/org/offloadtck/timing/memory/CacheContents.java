package org.offloadtck.timing.memory;

import org.offloadtck.timing.trace.AccessWord;

/// The lines of a second-level cache: which of their sectors are there, which of these are to be
/// written back, and which halves of the multiprocessors have used a line. It has no times, so that
/// a launch can begin with what an earlier one left.
final class CacheContents {

    private static final int ALL_SECTORS = AccessWord.SECTORS;

    private final SectorCache lines;
    private final byte[] dirty;
    private final byte[] halves;

    /// @param bytes the capacity
    CacheContents(long bytes, int ways) {
        this.lines = new SectorCache(bytes, ways);
        this.dirty = new byte[lines.places()];
        this.halves = new byte[lines.places()];
    }

    int places() {
        return lines.places();
    }

    /// The place of a line, or [SectorCache#ABSENT].
    int find(long line) {
        return lines.find(line);
    }

    /// The place that a line which is not there is to take.
    int victim(long line) {
        return lines.victim(line);
    }

    /// The line at a place; negative when there is none.
    long line(int place) {
        return lines.line(place);
    }

    /// Puts a line without sectors at a place.
    void put(int place, long line) {
        lines.put(place, line);
        dirty[place] = 0;
        halves[place] = 0;
    }

    /// Sectors of the line at a place that are there, a bit for each.
    int sectors(int place) {
        return lines.sectors(place);
    }

    void addSectors(int place, int added) {
        lines.addSectors(place, added);
    }

    /// Sectors of the line at a place that differ from the device's memory, a bit for each.
    int dirty(int place) {
        return dirty[place];
    }

    void addDirty(int place, int written) {
        dirty[place] |= (byte) written;
    }

    /// Whether a half of the multiprocessors has used the line at a place.
    ///
    /// @param half a bit
    boolean isNear(int place, int half) {
        return (halves[place] & half) != 0;
    }

    void addHalf(int place, int half) {
        halves[place] |= (byte) half;
    }

    /// Writes a range, to the device's memory too: its sectors are there. Lines that make room are
    /// written back without a trace. Of a range beyond the capacity, only the end matters.
    ///
    /// @param last address of the last byte
    void write(long first, long last) {
        long end = last / AccessWord.LINE_BYTES;
        long begin = Math.max(first / AccessWord.LINE_BYTES, end - lines.mostInOrder());
        for (long line = begin; line <= end; line++) {
            int place = lines.find(line);
            if (place == SectorCache.ABSENT) {
                place = lines.victim(line);
                put(place, line);
            }
            int written = sectors(line, first, last);
            lines.addSectors(place, written);
            dirty[place] &= (byte) ~written;
        }
    }

    /// The sectors of a line that a range has, a bit for each.
    private static int sectors(long line, long first, long last) {
        long start = line * AccessWord.LINE_BYTES;
        int from = (int) (Math.max(0, first - start) / AccessWord.SECTOR_BYTES);
        long to = Math.min(AccessWord.LINE_BYTES - 1, last - start) / AccessWord.SECTOR_BYTES;
        return ALL_SECTORS >> (3 - (int) to) & ALL_SECTORS << from;
    }
}
