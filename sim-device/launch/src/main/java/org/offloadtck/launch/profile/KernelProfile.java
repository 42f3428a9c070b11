package org.offloadtck.launch.profile;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.offloadtck.timing.WarpState;

/// The profile of a kernel: what its launches cost, and what this means.
///
/// @param causes of its time, that of most of it first
/// @param memory levels from the multiprocessor to DRAM
/// @param limits of its occupancy
public record KernelProfile(
        LaunchProfile launches,
        SpeedOfLight speed,
        List<Cause> causes,
        Roofline roofline,
        List<MemoryLevel> memory,
        List<OccupancyLimit> limits) {

    public KernelProfile {
        causes = List.copyOf(causes);
        memory = List.copyOf(memory);
        limits = List.copyOf(limits);
    }

    public static KernelProfile of(LaunchProfile launches) {
        var speed = SpeedOfLight.of(launches);
        return new KernelProfile(
                launches,
                speed,
                Causes.of(launches, speed),
                Roofline.of(launches, speed),
                MemoryLevel.of(launches),
                OccupancyLimit.of(launches.configuration()));
    }

    /// What warps did in a part of their cycles.
    ///
    /// @param share of the cycles of warps, of 1
    public record StateShare(WarpState state, long cycles, double share) {}

    /// What warps did in their cycles, what they did most first.
    public List<StateShare> states() {
        return states(launches.warpCycles());
    }

    /// What warps did in some cycles, what they did most first.
    public static List<StateShare> states(Map<WarpState, Long> cycles) {
        long all = Sums.of(cycles);
        return cycles.entrySet().stream()
                .map(each ->
                        new StateShare(
                                each.getKey(), each.getValue(), (double) each.getValue() / all))
                .sorted(Comparator.comparingLong(StateShare::cycles).reversed())
                .toList();
    }

    /// The part of the cycles of warps that were at a line, of 1.
    public double share(LineProfile line) {
        return (double) line.allCycles() / Sums.of(launches.warpCycles());
    }
}
