package org.offloadtck.timing.trace;

import java.util.Arrays;
import org.offloadtck.timing.InstructionProfile.MemoryAccesses;

/// Running totals of executions and accesses by instruction.
public final class InstructionCounters {

    private static final int STRIDE = 10;
    private static final int WARPS = 0;
    private static final int THREADS = 1;
    private static final int GLOBAL = 2;
    private static final int GLOBAL_SECTORS = 3;
    private static final int LEAST_GLOBAL_SECTORS = 4;
    private static final int LOCAL = 5;
    private static final int LOCAL_SECTORS = 6;
    private static final int SHARED = 7;
    private static final int SHARED_PASSES = 8;
    private static final int LEAST_SHARED_PASSES = 9;

    /// Instructions of a page. Programs with a device runtime have thousands of instructions, of
    /// which a launch executes few, and each recorder has its own counters.
    private static final int PAGE = 64;

    private static final long[] UNUSED = {};

    private final long[][] pages;

    /// @param instructions of the program; 0 to count nothing
    InstructionCounters(int instructions) {
        pages = new long[Math.ceilDiv(instructions, PAGE)][];
        Arrays.fill(pages, UNUSED);
    }

    private boolean isOff() {
        return pages.length == 0;
    }

    private void add(int programCounter, int counter, long more) {
        int page = programCounter / PAGE;
        if (pages[page].length == 0) {
            pages[page] = new long[PAGE * STRIDE];
        }
        pages[page][programCounter % PAGE * STRIDE + counter] += more;
    }

    private long total(int programCounter, int counter) {
        long[] page = pages[programCounter / PAGE];
        return page.length == 0 ? 0 : page[programCounter % PAGE * STRIDE + counter];
    }

    /// Instructions in a row that a warp issued, each with so many threads whose guard held.
    void steps(int programCounter, int count, int threads) {
        if (isOff()) {
            return;
        }
        for (int pc = programCounter; pc < programCounter + count; pc++) {
            add(pc, WARPS, 1);
            add(pc, THREADS, threads);
        }
    }

    void global(int programCounter, long bytes, int sectors) {
        if (isOff()) {
            return;
        }
        add(programCounter, GLOBAL, 1);
        add(programCounter, GLOBAL_SECTORS, sectors);
        long least = Math.ceilDiv(bytes, AccessWord.SECTOR_BYTES);
        add(programCounter, LEAST_GLOBAL_SECTORS, Math.min(sectors, least));
    }

    void local(int programCounter, int sectors) {
        if (isOff()) {
            return;
        }
        add(programCounter, LOCAL, 1);
        add(programCounter, LOCAL_SECTORS, sectors);
    }

    void shared(int programCounter, int passes, int least) {
        if (isOff()) {
            return;
        }
        add(programCounter, SHARED, 1);
        add(programCounter, SHARED_PASSES, passes);
        add(programCounter, LEAST_SHARED_PASSES, Math.min(passes, least));
    }

    /// Adds what was counted elsewhere, of the same program.
    void add(InstructionCounters other) {
        for (int page = 0; page < pages.length; page++) {
            long[] more = other.pages[page];
            for (int i = 0; i < more.length; i++) {
                add(page * PAGE + i / STRIDE, i % STRIDE, more[i]);
            }
        }
    }

    /// Executions of an instruction by warps.
    public long warps(int programCounter) {
        return total(programCounter, WARPS);
    }

    /// Executions of an instruction by threads whose guard held.
    public long threads(int programCounter) {
        return total(programCounter, THREADS);
    }

    /// Accesses of an instruction.
    public MemoryAccesses memory(int programCounter) {
        return new MemoryAccesses(
                total(programCounter, GLOBAL),
                total(programCounter, GLOBAL_SECTORS),
                total(programCounter, LEAST_GLOBAL_SECTORS),
                total(programCounter, LOCAL),
                total(programCounter, LOCAL_SECTORS),
                total(programCounter, SHARED),
                total(programCounter, SHARED_PASSES),
                total(programCounter, LEAST_SHARED_PASSES));
    }
}
