package org.offloadtck.engine.launch;

/// What a launch did, counted exactly: the same launch has the same counts on every host.
///
/// @param warpInstructions instructions issued, once for each group of threads that executed them
///   together
/// @param threadInstructions instructions executed, once for each thread of the group, whether its
///   guard held or not
/// @param globalBytesRead bytes that threads read from global memory, atomics included, constants
///   not
/// @param globalBytesWritten bytes that threads wrote to global memory, atomics included
/// @param sharedBytes bytes that threads read from and wrote to shared memory
/// @param barriers CTA barriers completed
/// @param divergences branches that split a group
public record LaunchCounters(
        long warpInstructions,
        long threadInstructions,
        long globalBytesRead,
        long globalBytesWritten,
        long sharedBytes,
        long barriers,
        long divergences) {}
