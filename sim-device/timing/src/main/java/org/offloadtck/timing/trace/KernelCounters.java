package org.offloadtck.timing.trace;

import org.offloadtck.timing.KernelStatistics;

/// Running totals of a [KernelStatistics].
final class KernelCounters {

    private long warpInstructions;
    private long threadInstructions;
    private long activeThreads;
    private long divergences;
    private long globalAccesses;
    private long globalBytes;
    private long globalSectors;
    private long sharedAccesses;
    private long sharedPasses;
    private long leastSharedPasses;
    private int worstConflict;
    private final InstructionCounters byInstruction;

    /// @param instructions of the program whose instructions are counted one by one; 0 to count
    ///   totals alone
    KernelCounters(int instructions) {
        byInstruction = new InstructionCounters(instructions);
    }

    InstructionCounters byInstruction() {
        return byInstruction;
    }

    /// Instructions that the lanes of a warp issued, from one on.
    ///
    /// @param active those for which the guard held
    void steps(int programCounter, int count, int mask, int active) {
        total(count, mask, active);
        byInstruction.steps(programCounter, count, Integer.bitCount(active));
    }

    /// As [#steps], for the totals alone.
    void total(int count, int mask, int active) {
        warpInstructions += count;
        threadInstructions += (long) count * Integer.bitCount(mask);
        activeThreads += (long) count * Integer.bitCount(active);
    }

    /// A branch of the lanes of `mask`, that those of `taken` take.
    void branch(int mask, int taken) {
        divergences += taken != 0 && taken != mask ? 1 : 0;
    }

    void global(int programCounter, long bytes, int sectors) {
        globalAccesses++;
        globalBytes += bytes;
        globalSectors += sectors;
        byInstruction.global(programCounter, bytes, sectors);
    }

    void shared(int programCounter, int passes, int least) {
        sharedAccesses++;
        sharedPasses += passes;
        leastSharedPasses += least;
        if (passes > worstConflict * least) {
            worstConflict = Math.ceilDiv(passes, least);
        }
        byInstruction.shared(programCounter, passes, least);
    }

    /// Adds what was counted elsewhere.
    void add(KernelCounters other) {
        warpInstructions += other.warpInstructions;
        threadInstructions += other.threadInstructions;
        activeThreads += other.activeThreads;
        divergences += other.divergences;
        globalAccesses += other.globalAccesses;
        globalBytes += other.globalBytes;
        globalSectors += other.globalSectors;
        sharedAccesses += other.sharedAccesses;
        sharedPasses += other.sharedPasses;
        leastSharedPasses += other.leastSharedPasses;
        worstConflict = Math.max(worstConflict, other.worstConflict);
        byInstruction.add(other.byInstruction);
    }

    KernelStatistics snapshot() {
        return new KernelStatistics(
                warpInstructions,
                threadInstructions,
                activeThreads,
                divergences,
                globalAccesses,
                globalBytes,
                globalSectors,
                sharedAccesses,
                sharedPasses,
                leastSharedPasses,
                worstConflict);
    }
}
