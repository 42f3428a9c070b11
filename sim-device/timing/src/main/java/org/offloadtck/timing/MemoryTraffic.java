package org.offloadtck.timing;

/// The data that a launch moved between the levels of memory, in bytes of whole sectors.
///
/// @param sharedPasses accesses of all banks of shared memory
/// @param l1Loaded loaded through first-level caches
/// @param l1Hit bytes of these that were in the cache or on their way to it
/// @param l1Cycles that lines of loads, stores and atomics took of the multiprocessors' memory
///   pipelines
/// @param l2Requests to the second-level cache, each for sectors of one line
/// @param l2Loaded requested from the second-level cache by loads
/// @param l2Hit bytes of these that were in the cache or on their way to it
/// @param l2Stored stored to the second-level cache
/// @param l2Atomic touched by atomics in the second-level cache
/// @param dramRead read from device memory
/// @param dramWritten written to device memory until the kernel ended, also for earlier launches;
///   what the second-level cache still held is not
public record MemoryTraffic(
        long sharedPasses,
        long l1Loaded,
        long l1Hit,
        long l1Cycles,
        long l2Requests,
        long l2Loaded,
        long l2Hit,
        long l2Stored,
        long l2Atomic,
        long dramRead,
        long dramWritten) {

    /// The data of two launches.
    public MemoryTraffic plus(MemoryTraffic other) {
        return new MemoryTraffic(
                sharedPasses + other.sharedPasses,
                l1Loaded + other.l1Loaded,
                l1Hit + other.l1Hit,
                l1Cycles + other.l1Cycles,
                l2Requests + other.l2Requests,
                l2Loaded + other.l2Loaded,
                l2Hit + other.l2Hit,
                l2Stored + other.l2Stored,
                l2Atomic + other.l2Atomic,
                dramRead + other.dramRead,
                dramWritten + other.dramWritten);
    }

    /// Of 1; 0 when nothing was loaded.
    public double l1HitRate() {
        return rate(l1Hit, l1Loaded);
    }

    /// Of 1; 0 when nothing was loaded.
    public double l2HitRate() {
        return rate(l2Hit, l2Loaded);
    }

    private static double rate(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }
}
