package org.offloadtck.checks.shadow;

import java.util.Arrays;
import java.util.function.Consumer;
import org.offloadtck.engine.memory.AddressSpace;

/// The shadow of global memory, with pages only where memory was accessed.
///
/// Memory without a page is uninitialised. Pages are created under a lock, by the launching thread
/// or a copying thread. Their contents have no lock, like the memory they stand for.
public final class GlobalShadow {

    /// Logarithm of the size of a page in bytes.
    static final int PAGE_BITS = 14;

    private static final int DIRECTORY_BITS = 12;

    /// Bytes of a page.
    static final int PAGE = 1 << PAGE_BITS;

    private static final ShadowPage[] EMPTY = new ShadowPage[0];

    private final ShadowPage[][] directories;
    private final long capacity;
    private final int cells;

    /// An operation on a part of a range.
    public interface Step {

        /// Visits the part of the range in one page.
        ///
        /// @param from offset in the page
        /// @param to offset in the page, not included
        void visit(ShadowPage page, int from, int to);
    }

    /// @param capacity of the memory, in bytes
    /// @param tracksAccesses whether pages hold accesses, for racecheck
    public GlobalShadow(long capacity, boolean tracksAccesses) {
        this.capacity = capacity;
        this.cells = tracksAccesses ? PAGE / Integer.BYTES : 0;
        this.directories =
                new ShadowPage[(int) Math.ceilDiv(capacity, 1L << (PAGE_BITS + DIRECTORY_BITS))][];
        Arrays.fill(directories, EMPTY);
    }

    /// Whether an address is in global memory.
    public boolean holds(long address) {
        return address - AddressSpace.GLOBAL >= 0 && address - AddressSpace.GLOBAL < capacity;
    }

    /// The page of an address for which [#holds] is true, created if necessary.
    public ShadowPage page(long address) {
        long number = (address - AddressSpace.GLOBAL) >> PAGE_BITS;
        var directory = directories[(int) (number >> DIRECTORY_BITS)];
        int place = (int) number & ((1 << DIRECTORY_BITS) - 1);
        return directory.length == 0 || directory[place] == ShadowPage.NONE
                ? make((int) (number >> DIRECTORY_BITS), place)
                : directory[place];
    }

    private synchronized ShadowPage make(int number, int place) {
        if (directories[number].length == 0) {
            var fresh = new ShadowPage[1 << DIRECTORY_BITS];
            Arrays.fill(fresh, ShadowPage.NONE);
            directories[number] = fresh;
        }
        var directory = directories[number];
        if (directory[place] == ShadowPage.NONE) {
            directory[place] = new ShadowPage(PAGE, cells);
        }
        return directory[place];
    }

    /// Offset of an address in its page.
    public static int offset(long address) {
        return (int) address & PAGE - 1;
    }

    /// Visits a range page by page in ascending order; missing pages are created.
    public void visit(long address, long bytes, Step step) {
        for (long at = 0; at < bytes; ) {
            int from = offset(address + at);
            int length = (int) Math.min(PAGE - from, bytes - at);
            step.visit(page(address + at), from, from + length);
            at += length;
        }
    }

    /// Marks a range as uninitialised and without accesses: it was allocated.
    public void forget(long address, long bytes) {
        for (long at = 0; at < bytes; ) {
            int from = offset(address + at);
            int length = (int) Math.min(PAGE - from, bytes - at);
            if (exists(address + at)) {
                page(address + at).forget(from, from + length);
            }
            at += length;
        }
    }

    /// Copies the definedness of one range to another.
    public void copy(long from, long to, long bytes) {
        for (long at = 0; at < bytes; ) {
            boolean words = ((from + at | to + at) & 3) == 0 && bytes - at >= Integer.BYTES;
            int size = words ? Integer.BYTES : 1;
            var source = page(from + at);
            var target = page(to + at);
            target.know(offset(to + at), size, source.known(offset(from + at), size));
            int origin = source.origin(offset(from + at));
            if (origin != ShadowPage.NO_ORIGIN) {
                target.setOrigin(offset(to + at), origin);
            }
            at += size;
        }
    }

    private boolean exists(long address) {
        long number = (address - AddressSpace.GLOBAL) >> PAGE_BITS;
        var directory = directories[(int) (number >> DIRECTORY_BITS)];
        int place = (int) number & ((1 << DIRECTORY_BITS) - 1);
        return directory.length > 0 && directory[place] != ShadowPage.NONE;
    }

    /// Visits all pages.
    public synchronized void pages(Consumer<ShadowPage> visitor) {
        for (var directory : directories) {
            for (var page : directory) {
                if (page != ShadowPage.NONE) {
                    visitor.accept(page);
                }
            }
        }
    }
}
