package org.offloadtck.simt.timing;

/// Running totals of a [Behaviour].
final class Tally {

    long warpInstructions;
    long threadInstructions;
    long activeThreads;
    long divergences;
    private long globalAccesses;
    private long globalBytes;
    private long globalSectors;
    private long sharedAccesses;
    private long sharedPasses;
    private long leastSharedPasses;
    private int worstConflict;

    void global(long bytes, int sectors) {
        globalAccesses++;
        globalBytes += bytes;
        globalSectors += sectors;
    }

    void shared(int passes, int least) {
        sharedAccesses++;
        sharedPasses += passes;
        leastSharedPasses += least;
        worstConflict = Math.max(worstConflict, Math.ceilDiv(passes, least));
    }

    Behaviour read() {
        return new Behaviour(
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
