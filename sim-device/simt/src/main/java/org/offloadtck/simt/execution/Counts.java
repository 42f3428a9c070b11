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
