package org.offloadtck.launch.profile;

import java.util.Arrays;
import java.util.List;
import org.offloadtck.engine.device.Occupancy;
import org.offloadtck.engine.device.Occupancy.Limiter;

/// What one resource of a multiprocessor permits.
///
/// @param ctas that fit if nothing else runs out; [Integer#MAX_VALUE] if a CTA takes nothing of it
public record OccupancyLimit(Limiter limiter, int ctas) {

    static List<OccupancyLimit> of(LaunchProfile.Configuration configuration) {
        var spec = configuration.device().spec();
        return Arrays.stream(Limiter.values())
                .map(each ->
                        new OccupancyLimit(each, Occupancy.fit(spec, configuration.demand(), each)))
                .toList();
    }

    /// Whether it limits at all.
    public boolean isLimit() {
        return ctas != Integer.MAX_VALUE;
    }

    public String name() {
        return name(limiter);
    }

    /// What runs out, as a phrase.
    public static String name(Limiter limiter) {
        return switch (limiter) {
            case CTAS -> "the number of CTA slots";
            case WARPS -> "the number of warps";
            case REGISTERS -> "the number of registers";
            case SHARED_MEMORY -> "the size of shared memory";
        };
    }
}
