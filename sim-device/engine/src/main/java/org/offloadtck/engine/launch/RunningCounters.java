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

    /// Bytes written to global memory or to other CTAs by atomics that did not change them.
    public long unchangedBytes;

    /// Bytes written to the shared memory of other CTAs of a cluster.
    public long remoteBytesWritten;

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
        remoteBytesWritten = 0;
    }

    /// Grows with each change of memory outside the CTA that makes it.
    public long globalChanges() {
        return globalBytesWritten + remoteBytesWritten - unchangedBytes;
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
