package org.offloadtck.timing;

/// The instructions and accesses of a launch, independent of the device.
///
/// @param warpInstructions instructions issued, once for each group of threads that executed them
///   together
/// @param threadInstructions once for each thread of the group, whether its guard held or not
/// @param activeThreads once for each thread whose guard held
/// @param divergences branches that some threads of a group took and some did not
/// @param globalAccesses loads, stores and atomics of warps on global memory
/// @param globalBytes that their threads asked for
/// @param globalSectors that they touched, of 32 bytes
/// @param sharedAccesses of warps on shared memory
/// @param sharedPasses accesses of all its banks these took
/// @param leastSharedPasses what they would have taken without conflicts
/// @param worstConflict the most passes of one access, in multiples of what it would have taken
///   without conflicts; 0 when there was none
public record KernelStatistics(
        long warpInstructions,
        long threadInstructions,
        long activeThreads,
        long divergences,
        long globalAccesses,
        long globalBytes,
        long globalSectors,
        long sharedAccesses,
        long sharedPasses,
        long leastSharedPasses,
        int worstConflict) {}
