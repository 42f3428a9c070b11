package org.offloadtck.engine.launch;

/// Exact counters of a launch. The same launch has the same counters on every host.
///
/// @param warpInstructions instructions issued, one for each lane group that executed it
/// @param threadInstructions instructions executed, one for each thread of the group, whether its
///   guard was true or not
/// @param globalBytesRead bytes that threads read from global memory, by atomics too, without
///   constants
/// @param globalBytesWritten bytes that threads wrote to global memory, by atomics too
/// @param sharedBytes bytes that threads read from and wrote to shared memory
/// @param barriers completed barriers of CTAs
/// @param divergences branches that split a group
public record LaunchCounters(
        long warpInstructions,
        long threadInstructions,
        long globalBytesRead,
        long globalBytesWritten,
        long sharedBytes,
        long barriers,
        long divergences) {

    /// The counters of two launches.
    public LaunchCounters plus(LaunchCounters other) {
        return new LaunchCounters(
                warpInstructions + other.warpInstructions,
                threadInstructions + other.threadInstructions,
                globalBytesRead + other.globalBytesRead,
                globalBytesWritten + other.globalBytesWritten,
                sharedBytes + other.sharedBytes,
                barriers + other.barriers,
                divergences + other.divergences);
    }
}
