package org.offloadtck.engine.access;

import java.lang.foreign.Arena;
import java.util.Arrays;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.memory.NativeBytes;
import org.offloadtck.engine.memory.UnifiedMemory;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.modifier.MemorySemantics;

/// Copies of pages of the host process, which one worker accesses between two synchronizations.
///
/// Weak loads and stores (PTX ISA 9.0 §8.4) use the copy of a page. [#synchronize] writes the bytes
/// that kernels stored and forgets all pages. It is called before and after every access that is
/// not weak, at fences and at the end of a CTA's turn, so that host and kernels see each other's
/// stores as the memory model promises. Bytes that kernels did not store are never written: the
/// host may change them meanwhile.
final class HostPages {

    /// Bytes of a page (System V x86-64 psABI, page size): a process has all of one or nothing.
    static final int PAGE = 4096;

    private static final int SLOTS = 256;
    private static final int SLOT_BITS = 8;
    private static final int MARKS = PAGE / Long.SIZE;
    private static final long NO_PAGE = -1;

    private final GlobalMemory memory;
    private final UnifiedMemory process;
    private final LoadedProgram program;
    private final Arena arena;
    private final long[] pages = new long[SLOTS];
    private final boolean[] writable = new boolean[SLOTS];
    private final boolean[] stored = new boolean[SLOTS];
    private final boolean[] listed = new boolean[SLOTS];

    /// The slots in use, in the order of their first use.
    private final int[] used = new int[SLOTS];

    private int count;

    /// A bit for each byte of each slot that kernels stored. Empty before the first page is read.
    private long[] marks = {};

    /// Place of the first slot in this process. A page for values of atomics follows the last.
    private long copies;

    /// @param arena owner of the copies
    HostPages(LoadedProgram program, Arena arena) {
        this.memory = program.memory();
        this.process = memory.host();
        this.program = program;
        this.arena = arena;
        Arrays.fill(pages, NO_PAGE);
    }

    /// Whether an address may be one of the host process.
    boolean mayContain(long address) {
        return memory.isOfHost(address);
    }

    /// Finds the place in this process of an aligned access. The caller carries out a store before
    /// the next call.
    ///
    /// @return 0 if the process has no such memory
    long find(long address, int bytes, AccessKind access) {
        long page = pageOf(address);
        int offset = (int) (address - page);
        int slot = slot(page);
        if (slot < 0 || (access != AccessKind.LOAD && !isWritable(slot))) {
            return 0;
        }
        if (access != AccessKind.LOAD) {
            mark(slot, offset, bytes);
        }
        return place(slot) + offset;
    }

    /// The first address of the page that contains `address`.
    static long pageOf(long address) {
        return address & -PAGE;
    }

    private boolean isWritable(int slot) {
        writable[slot] = writable[slot] || process.isWritable(pages[slot]);
        return writable[slot];
    }

    private void mark(int slot, int offset, int bytes) {
        stored[slot] = true;
        long bits = (1L << bytes) - 1;
        marks[slot * MARKS + offset / Long.SIZE] |= bits << offset % Long.SIZE;
    }

    private long place(int slot) {
        return copies + (long) slot * PAGE;
    }

    /// The slot with the page at `page`; -1 if the process has no such page.
    private int slot(long page) {
        int slot = slotOf(page);
        return pages[slot] == page || fill(slot, page) ? slot : -1;
    }

    private static int slotOf(long page) {
        long number = page / PAGE;
        return (int) (number ^ number >>> SLOT_BITS) & SLOTS - 1;
    }

    private boolean fill(int slot, long page) {
        reserve();
        write(slot);
        boolean isThere = process.read(page, place(slot), PAGE);
        pages[slot] = isThere ? page : NO_PAGE;
        writable[slot] = false;
        if (!listed[slot]) {
            listed[slot] = true;
            used[count++] = slot;
        }
        return isThere;
    }

    private void reserve() {
        if (marks.length == 0) {
            marks = new long[SLOTS * MARKS];
            copies = arena.allocate((SLOTS + 1L) * PAGE, PAGE).address();
        }
    }

    /// As [#synchronize] if an instruction is one that orders memory.
    void order(int pc) {
        if (count > 0 && !isWeak(pc)) {
            synchronize();
        }
    }

    private boolean isWeak(int pc) {
        return program.instruction(pc) instanceof Instruction.Operation operation
                && operation.modifiers().or(MemorySemantics.WEAK) == MemorySemantics.WEAK;
    }

    /// Writes all that kernels stored to the process and forgets the pages.
    ///
    /// @throws LaneFault if the process has withdrawn memory that a kernel stored to
    void synchronize() {
        for (int i = 0; i < count; i++) {
            write(used[i]);
            pages[used[i]] = NO_PAGE;
            listed[used[i]] = false;
        }
        count = 0;
    }

    private void write(int slot) {
        if (!stored[slot]) {
            return;
        }
        stored[slot] = false;
        int start = nextStored(slot, 0);
        while (start < PAGE) {
            int end = nextUnstored(slot, start);
            if (!process.write(pages[slot] + start, place(slot) + start, end - start)) {
                throw withdrawn(pages[slot] + start, end - start);
            }
            start = nextStored(slot, end);
        }
        Arrays.fill(marks, slot * MARKS, (slot + 1) * MARKS, 0);
    }

    private int nextStored(int slot, int from) {
        return next(slot, from, 0);
    }

    private int nextUnstored(int slot, int from) {
        return next(slot, from, -1);
    }

    /// The first byte from `from` on whose mark differs from those of `others`.
    private int next(int slot, int from, long others) {
        int at = from;
        while (at < PAGE) {
            long bits = (marks[slot * MARKS + at / Long.SIZE] ^ others) >>> at % Long.SIZE;
            if (bits != 0) {
                return at + Long.numberOfTrailingZeros(bits);
            }
            at = (at / Long.SIZE + 1) * Long.SIZE;
        }
        return PAGE;
    }

    /// Combines a value of the process with those of a lane, atomically for all its threads.
    ///
    /// @param address of an aligned value
    /// @return what memory contained
    /// @throws LaneFault if the process has no such memory or may not write it
    long combine(long address, int bytes, int lane, Combination combination) {
        reserve();
        drop(pageOf(address));
        long scratch = place(SLOTS);
        if (!process.isWritable(address) || !process.read(address, scratch, bytes)) {
            throw AccessFaults.nowhere(memory, address, bytes, lane, AccessKind.ATOMIC);
        }
        long old = NativeBytes.get(scratch, bytes);
        while (true) {
            long next = combination.of(old);
            long found =
                    process.compareAndExchange(address, bytes, old, next)
                            .orElseThrow(() -> withdrawn(address, bytes));
            if (found == old) {
                return old;
            }
            old = found;
        }
    }

    private void drop(long page) {
        int slot = slotOf(page);
        if (pages[slot] == page) {
            write(slot);
            pages[slot] = NO_PAGE;
        }
    }

    /// The value to store, from the value in memory.
    @FunctionalInterface
    interface Combination {

        long of(long old);
    }

    private LaneFault withdrawn(long address, int bytes) {
        return AccessFaults.nowhere(memory, address, bytes, 0, AccessKind.STORE);
    }
}
