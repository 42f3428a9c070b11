package org.offloadtck.engine.launch;

/// Mutable counters of a launch, see [LaunchCounters]. The fields are public for the interpreter,
/// which changes them with each instruction.
public final class RunningCounters {

    public long warpInstructions;
    public long threadInstructions;
    public long globalBytesRead;
    public long globalBytesWritten;
    public long sharedBytes;
    public long barriers;
    public long divergences;

    /// Bytes written to global memory by atomics that did not change them.
    public long unchangedBytes;

    /// Adds the counters of other CTAs.
    public void add(LaunchCounters other) {
        warpInstructions += other.warpInstructions();
        threadInstructions += other.threadInstructions();
        globalBytesRead += other.globalBytesRead();
        globalBytesWritten += other.globalBytesWritten();
        sharedBytes += other.sharedBytes();
        barriers += other.barriers();
        divergences += other.divergences();
    }

    public void clear() {
        warpInstructions = 0;
        threadInstructions = 0;
        globalBytesRead = 0;
        globalBytesWritten = 0;
        sharedBytes = 0;
        barriers = 0;
        divergences = 0;
        unchangedBytes = 0;
    }

    /// Grows with each change of global memory.
    public long globalChanges() {
        return globalBytesWritten - unchangedBytes;
    }

    public LaunchCounters snapshot() {
        return new LaunchCounters(
                warpInstructions,
                threadInstructions,
                globalBytesRead,
                globalBytesWritten,
                sharedBytes,
                barriers,
                divergences);
    }
}
