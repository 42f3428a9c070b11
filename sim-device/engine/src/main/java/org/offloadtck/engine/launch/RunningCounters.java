package org.offloadtck.engine.launch;

/// Running totals of a launch.
public final class RunningCounters {

    public long warpInstructions;
    public long threadInstructions;
    public long globalBytesRead;
    public long globalBytesWritten;
    public long sharedBytes;
    public long barriers;
    public long divergences;

    /// Of the bytes written to global memory, those that atomics wrote as they were.
    public long unchangedBytes;

    /// Adds what was counted elsewhere.
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

    /// Grows whenever global memory is changed.
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
