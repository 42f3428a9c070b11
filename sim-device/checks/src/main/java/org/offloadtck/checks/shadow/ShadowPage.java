package org.offloadtck.checks.shadow;

import java.util.Arrays;
import org.offloadtck.engine.code.Code;

/// The shadow of a range of memory: for each 4-byte word the bits that are initialised, and for
/// each cell the last accesses.
///
/// A cell is a word, or a byte after the first access smaller than a word. A cell holds numbers of
/// [AccessTable]: the last write, the first read since, and the last read since by a warp other
/// than the first reader's. With two readers of different warps, a later writer finds one of
/// another warp than its own, if there is one.
public final class ShadowPage {

    /// Stands for no page.
    public static final ShadowPage NONE = new ShadowPage(0, 0);

    /// The origin of a value that no load brought into a register.
    public static final int NO_ORIGIN = 0;

    private static final int WORD_BITS = 2;
    private static final int ALL = -1;

    /// For each word the bits that are initialised.
    public final int[] known;

    /// For each word the origin of its uninitialised bits; empty until uninitialised bits are
    /// stored.
    private int[] origins = new int[0];

    /// Words with uninitialised bits.
    private int lacking;

    public final AccessCells writes;
    public final AccessCells reads;
    public final AccessCells others;

    /// No cell holds a write, or a read, with a greater number.
    public int lastWrite;

    public int lastRead;

    /// No cell holds a write other than an atomic with a greater number.
    public int lastPlainWrite;

    /// The last access by a thread of another CTA of the cluster, if the page is of shared memory;
    /// later ones have greater numbers.
    public int lastRemote;

    /// Plain writes that an atomic overwrote; empty until there is one.
    private int[] covered = new int[0];

    /// Bytes of a cell, as a power of two.
    public int cellBits = WORD_BITS;

    /// @param bytes of memory, a multiple of 4
    /// @param cells how many words can hold accesses: all or none
    public ShadowPage(int bytes, int cells) {
        known = new int[bytes >> WORD_BITS];
        lacking = known.length;
        writes = new AccessCells(cells);
        reads = new AccessCells(cells);
        others = new AccessCells(cells);
    }

    public int bytes() {
        return known.length << WORD_BITS;
    }

    /// Resets the page: uninitialised, and without accesses.
    public void clear() {
        Arrays.fill(known, 0);
        lacking = known.length;
        origins = new int[0];
        clearAccesses();
    }

    public void clearAccesses() {
        writes.clear();
        reads.clear();
        others.clear();
        covered = new int[0];
        lastWrite = 0;
        lastRead = 0;
        lastPlainWrite = 0;
        lastRemote = 0;
    }

    /// Whether all bits are initialised.
    public boolean isKnown() {
        return lacking == 0;
    }

    /// Whether lanes access aligned addresses within the page.
    ///
    /// @param origin address of the page
    /// @param size bytes of each lane, a power of two
    public boolean holds(long origin, int active, int size, long[] addresses) {
        long last = (long) bytes() - size;
        long outside = 0;
        for (int lane = 0; lane < Code.LANES; lane++) {
            long offset = addresses[lane] - origin;
            long isActive = -(active >>> lane & 1);
            outside |= (offset | last - offset | -(offset & size - 1)) & isActive;
        }
        return outside >= 0;
    }

    /// Marks a range as initialised.
    public void fill(int from, int to) {
        mark(from, to, ALL);
    }

    /// Marks a range as uninitialised and without accesses.
    void forget(int from, int to) {
        mark(from, to, 0);
        forgetAccesses(from, to);
        if (origins.length > 0) {
            Arrays.fill(origins, from >> WORD_BITS, (to + 3) >> WORD_BITS, NO_ORIGIN);
        }
    }

    private void forgetAccesses(int from, int to) {
        int first = from >> cellBits;
        int last = (to + (1 << cellBits) - 1) >> cellBits;
        writes.clear(first, last);
        reads.clear(first, last);
        others.clear(first, last);
        if (covered.length > 0) {
            Arrays.fill(covered, first, last, 0);
        }
    }

    /// The launching thread and a copying thread may both call it.
    private synchronized void mark(int from, int to, int bits) {
        int first = Math.min(to, from + 3 & -4);
        int last = Math.max(first, to & -4);
        int end = (to + 3) >> WORD_BITS;
        lacking -= lacking(from >> WORD_BITS, end);
        markBytes(from, first, bits);
        Arrays.fill(known, first >> WORD_BITS, last >> WORD_BITS, bits);
        markBytes(last, to, bits);
        lacking += lacking(from >> WORD_BITS, end);
    }

    /// Words of a range with uninitialised bits.
    private int lacking(int from, int to) {
        int count = 0;
        for (int word = from; word < to; word++) {
            count += known[word] == ALL ? 0 : 1;
        }
        return count;
    }

    private void markBytes(int from, int to, int bits) {
        for (int at = from; at < to; at++) {
            int mask = 0xff << ((at & 3) * Byte.SIZE);
            int word = at >> WORD_BITS;
            known[word] = (known[word] & ~mask) | (bits & mask);
        }
    }

    /// The initialised bits of `size` bytes, 1, 2, 4 or 8, at an offset that is a multiple of the
    /// size.
    public long known(int offset, int size) {
        int word = offset >> WORD_BITS;
        return switch (size) {
            case 8 -> (known[word] & 0xffff_ffffL) | ((long) known[word + 1] << Integer.SIZE);
            case 4 -> known[word] & 0xffff_ffffL;
            case 2 -> (known[word] >>> ((offset & 3) * Byte.SIZE)) & 0xffff;
            default -> (known[word] >>> ((offset & 3) * Byte.SIZE)) & 0xff;
        };
    }

    /// Sets the initialised bits.
    public void know(int offset, int size, long bits) {
        int word = offset >> WORD_BITS;
        if (size >= Integer.BYTES) {
            set(word, (int) bits);
            if (size == Long.BYTES) {
                set(word + 1, (int) (bits >>> Integer.SIZE));
            }
            return;
        }
        int shift = (offset & 3) * Byte.SIZE;
        int mask = (size == 2 ? 0xffff : 0xff) << shift;
        set(word, (known[word] & ~mask) | (((int) bits << shift) & mask));
    }

    private synchronized void set(int word, int bits) {
        lacking += (bits == ALL ? 0 : 1) - (known[word] == ALL ? 0 : 1);
        known[word] = bits;
    }

    /// The origin of the uninitialised bits of the word at `offset`; [#NO_ORIGIN] if they were
    /// never stored.
    public int origin(int offset) {
        return origins.length == 0 ? 0 : origins[offset >> WORD_BITS];
    }

    public void setOrigin(int offset, int origin) {
        if (origins.length == 0) {
            origins = new int[known.length];
        }
        origins[offset >> WORD_BITS] = origin;
    }

    public boolean hasCovered() {
        return covered.length > 0;
    }

    public int covered(int cell) {
        return covered.length == 0 ? 0 : covered[cell];
    }

    public void cover(int cell, int write) {
        if (covered.length == 0) {
            covered = new int[bytes() >> cellBits];
        }
        covered[cell] = write;
    }

    /// Marks the numbers after `base` that the cells hold as used.
    public void collect(int base, boolean[] isUsed) {
        writes.collect(base, isUsed);
        reads.collect(base, isUsed);
        others.collect(base, isUsed);
        for (int cell : covered) {
            int number = AccessTable.number(cell);
            if (number > base) {
                isUsed[number - base] = true;
            }
        }
    }

    public void renumber(AccessRenumbering by) {
        lastWrite = by.of(lastWrite);
        lastRead = by.of(lastRead);
        lastPlainWrite = by.of(lastPlainWrite);
        lastRemote = by.of(lastRemote);
        writes.renumber(by);
        reads.renumber(by);
        others.renumber(by);
        Arrays.setAll(covered, i -> by.ofCell(covered[i]));
    }

    /// Divides each word cell into byte cells before the first access that is smaller than a word.
    ///
    /// @param size of an access, in bytes
    public void provideCells(int size) {
        if (size < Integer.BYTES && cellBits != 0) {
            split();
        }
    }

    private void split() {
        int[] words = covered;
        writes.split(WORD_BITS);
        reads.split(WORD_BITS);
        others.split(WORD_BITS);
        covered = new int[words.length << WORD_BITS];
        Arrays.setAll(covered, i -> words[i >> WORD_BITS]);
        cellBits = 0;
    }
}
