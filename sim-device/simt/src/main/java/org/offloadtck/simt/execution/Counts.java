package org.offloadtck.simt.execution;

/// Running totals of a launch.
final class Counts {

    long warpInstructions;
    long threadInstructions;
    long globalRead;
    long globalWritten;
    long shared;
    long barriers;
    long divergences;

    /// Of the bytes written to global memory, those that atomics wrote as they were.
    long unchanged;

    /// Adds what was counted elsewhere.
    void add(LaunchCounters other) {
        warpInstructions += other.warpInstructions();
        threadInstructions += other.threadInstructions();
        globalRead += other.globalBytesRead();
        globalWritten += other.globalBytesWritten();
        shared += other.sharedBytes();
        barriers += other.barriers();
        divergences += other.divergences();
    }

    void clear() {
        warpInstructions = 0;
        threadInstructions = 0;
        globalRead = 0;
        globalWritten = 0;
        shared = 0;
        barriers = 0;
        divergences = 0;
        unchanged = 0;
    }

    /// Grows whenever global memory is changed.
    long globalChanges() {
        return globalWritten - unchanged;
    }

    LaunchCounters read() {
        return new LaunchCounters(
                warpInstructions,
                threadInstructions,
                globalRead,
                globalWritten,
                shared,
                barriers,
                divergences);
    }
}
