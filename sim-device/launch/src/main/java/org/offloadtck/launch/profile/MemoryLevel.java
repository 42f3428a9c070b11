package org.offloadtck.launch.profile;

import java.util.List;

/// A level of memory in the memory chart.
///
/// @param requests that it received: of warps at the first level, of lines behind it
/// @param read bytes
/// @param written bytes, those of atomics among them
/// @param hitRate of the bytes read, of 1; 1 of DRAM, which has everything
public record MemoryLevel(String name, long requests, long read, long written, double hitRate) {

    private static final int SECTOR = 32;

    /// The levels, from the multiprocessor to the device's memory.
    static List<MemoryLevel> of(LaunchProfile profile) {
        var traffic = profile.traffic();
        long requests =
                profile.accesses().entrySet().stream()
                        .filter(each ->
                                switch (each.getKey()) {
                                    case GLOBAL_LOAD,
                                            GLOBAL_STORE,
                                            GLOBAL_ATOMIC,
                                            LOCAL_LOAD,
                                            LOCAL_STORE ->
                                            true;
                                    case SHARED_LOAD, SHARED_STORE, SHARED_ATOMIC -> false;
                                })
                        .mapToLong(each -> each.getValue().requests())
                        .sum();
        long changed = traffic.l2Stored() + traffic.l2Atomic();
        long sectors = SpeedOfLight.dramBytes(profile) / SECTOR;
        return List.of(
                new MemoryLevel(
                        "L1",
                        requests,
                        SpeedOfLight.l1Bytes(profile) - changed,
                        changed,
                        traffic.l1HitRate()),
                new MemoryLevel(
                        "L2",
                        traffic.l2Requests(),
                        traffic.l2Loaded(),
                        changed,
                        traffic.l2HitRate()),
                new MemoryLevel("DRAM", sectors, traffic.dramRead(), traffic.dramWritten(), 1));
    }
}
