package org.offloadtck.timing.trace;

/// The lines of memory that an access of a warp touches, and which of their sectors.
final class CoalescedLines {

    /// A fetch of a texture: 16 texels of each lane. Local memory, whose words lie apart, has four
    /// lines for 16 bytes of each lane.
    private static final int MOST = 16 * 32;

    private final long[] lines = new long[MOST];
    private final int[] sectors = new int[MOST];
    private int size;

    void clear() {
        size = 0;
    }

    int size() {
        return size;
    }

    long line(int index) {
        return lines[index];
    }

    /// Sectors of the line at an index, a bit for each.
    int sectors(int index) {
        return sectors[index];
    }

    /// Adds `bytes` bytes from an address on: within a line, as aligned accesses are.
    void add(long address, int bytes) {
        long line = address >>> AccessWord.LINE_SHIFT;
        int mask = sectors(address, bytes);
        for (int i = size - 1; i >= 0; i--) {
            if (lines[i] == line) {
                sectors[i] |= mask;
                return;
            }
        }
        lines[size] = line;
        sectors[size++] = mask;
    }

    /// The sectors of a line that `bytes` bytes from an address on touch, a bit for each.
    static int sectors(long address, int bytes) {
        int first = (int) (address >>> AccessWord.SECTOR_SHIFT) & 3;
        int last = (int) ((address + bytes - 1) >>> AccessWord.SECTOR_SHIFT) & 3;
        return last <= first ? 1 << first : (2 << last) - (1 << first);
    }

    /// Moves all lines by a number of lines.
    void move(long distance) {
        for (int i = 0; i < size; i++) {
            lines[i] += distance;
        }
    }

    int sectorCount() {
        int count = 0;
        for (int i = 0; i < size; i++) {
            count += Integer.bitCount(sectors[i]);
        }
        return count;
    }
}
