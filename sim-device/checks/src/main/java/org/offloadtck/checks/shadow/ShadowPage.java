package org.offloadtck.checks.shadow;

import java.util.Arrays;

/// What is known of a stretch of memory: of each 4-byte word which bits hold a value, and of each
/// cell who accessed it last.
///
/// A cell is a word, or a byte from the first access on that is smaller than a word. It holds
/// accesses as [AccessTable] numbers them: the last write, the first read since, and the last read
/// since by another warp than the first's. With two of different warps, whoever writes next meets
/// one that is not its own, if any there is.
public final class ShadowPage {

    /// No page at all.
    public static final ShadowPage NONE = new ShadowPage(0, 0);

    /// The origin of a value that no load brought into a register.
    public static final int NO_ORIGIN = 0;

    private static final int WORD_BITS = 2;
    private static final int ALL = -1;

    /// For each word the bits that hold a value.
    public final int[] known;

    /// For each word where the bits that hold none came from, by the numbers of the initcheck
    /// detector; empty until something stores such bits.
    private int[] origins = new int[0];

    /// How many words have bits that hold none.
    private int lacking;

    public int[] writes;
    public int[] reads;
    public int[] others;

    /// No write, and no read, that a cell holds has a greater number.
    public int lastWrite;

    public int lastRead;

    /// Writes that atomics came after; empty until there is one.
    private int[] covered = new int[0];

    /// Bytes of a cell, as a power of two.
    public int cellBits = WORD_BITS;

    /// @param bytes of memory, a multiple of 4
    /// @param cells how many words can hold accesses: all or none
    public ShadowPage(int bytes, int cells) {
        known = new int[bytes >> WORD_BITS];
        lacking = known.length;
        writes = new int[cells];
        reads = new int[cells];
        others = new int[cells];
    }

    public int bytes() {
        return known.length << WORD_BITS;
    }

    /// Takes back everything.
    public void clear() {
        Arrays.fill(known, 0);
        lacking = known.length;
        origins = new int[0];
        clearAccesses();
    }

    public void clearAccesses() {
        Arrays.fill(writes, 0);
        Arrays.fill(reads, 0);
        Arrays.fill(others, 0);
        covered = new int[0];
        lastWrite = 0;
        lastRead = 0;
    }

    /// Whether all bits hold values.
    boolean isKnown() {
        return lacking == 0;
    }

    /// The bytes of a range hold values now.
    public void fill(int from, int to) {
        mark(from, to, ALL);
    }

    /// The bytes of a range hold no values any more.
    void forget(int from, int to) {
        mark(from, to, 0);
        if (origins.length > 0) {
            Arrays.fill(origins, from >> WORD_BITS, (to + 3) >> WORD_BITS, NO_ORIGIN);
        }
    }

    /// One who launches and one who copies may both.
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

    /// How many of some words have bits that hold no value.
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

    /// The bits that hold a value of `size` bytes, 1, 2, 4 or 8, at an offset that is a multiple of
    /// the size.
    public long known(int offset, int size) {
        int word = offset >> WORD_BITS;
        return switch (size) {
            case 8 -> (known[word] & 0xffff_ffffL) | ((long) known[word + 1] << Integer.SIZE);
            case 4 -> known[word] & 0xffff_ffffL;
            case 2 -> (known[word] >>> ((offset & 3) * Byte.SIZE)) & 0xffff;
            default -> (known[word] >>> ((offset & 3) * Byte.SIZE)) & 0xff;
        };
    }

    /// Sets what [#known(int, int)] gives.
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

    /// Where the bits of the word at `offset` that hold no value came from; 0 when nobody stored
    /// them.
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
            covered = new int[writes.length];
        }
        covered[cell] = write;
    }

    /// Marks the accesses of its cells that were made after `base`.
    public void collect(int base, boolean[] isUsed) {
        for (int[] cells : new int[][] {writes, reads, others, covered}) {
            for (int cell : cells) {
                int number = AccessTable.number(cell);
                if (number > base) {
                    isUsed[number - base] = true;
                }
            }
        }
    }

    public void renumber(AccessRenumbering by) {
        lastWrite = by.of(lastWrite);
        lastRead = by.of(lastRead);
        by.apply(writes);
        by.apply(reads);
        by.apply(others);
        by.apply(covered);
    }

    /// Makes each byte a cell.
    public void split() {
        writes = spread(writes);
        reads = spread(reads);
        others = spread(others);
        covered = spread(covered);
        cellBits = 0;
    }

    private static int[] spread(int[] words) {
        int[] bytes = new int[words.length << WORD_BITS];
        Arrays.setAll(bytes, i -> words[i >> WORD_BITS]);
        return bytes;
    }
}
