package org.offloadtck.sim;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.offloadtck.engine.device.Occupancy;
import org.offloadtck.plugin.LaunchMetric;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.Timing;

/// The modelled time of a launch as measurements of its event.
final class TimingMeasurements {

    private static final int PERMILLE = 1000;

    private TimingMeasurements() {}

    static List<Measurement> of(Timing timing) {
        return switch (timing) {
            case KernelTiming known ->
                    Stream.of(times(known), error(known), traffic(known))
                            .flatMap(Function.identity())
                            .toList();
            case Timing.Unknown _, Timing.NotRequested _ -> List.of();
        };
    }

    private static Stream<Measurement> times(KernelTiming timing) {
        var statistics = timing.statistics();
        long assumed = Math.round(timing.stack().assumedShare() * PERMILLE);
        long occupancy = Math.round(timing.occupancy().fraction() * PERMILLE);
        return Stream.of(
                new Measurement(LaunchMetric.CYCLES, timing.cycles()),
                new Measurement(LaunchMetric.MODELLED_TIME, timing.nanoseconds()),
                new Measurement(LaunchMetric.ASSUMED, assumed),
                new Measurement(LaunchMetric.OCCUPANCY, occupancy),
                new Measurement(residency(timing.occupancy().limiter()), timing.occupancy().ctas()),
                new Measurement(LaunchMetric.SHARED_PASSES, statistics.sharedPasses()),
                new Measurement(LaunchMetric.WORST_BANK_CONFLICT, statistics.worstConflict()),
                new Measurement(LaunchMetric.GLOBAL_SECTORS, statistics.globalSectors()));
    }

    private static Stream<Measurement> error(KernelTiming timing) {
        return timing.error() == 0
                ? Stream.empty()
                : Stream.of(new Measurement(LaunchMetric.CYCLES_ERROR, timing.error()));
    }

    private static LaunchMetric residency(Occupancy.Limiter limiter) {
        return switch (limiter) {
            case CTAS -> LaunchMetric.RESIDENT_GROUPS_LIMITED_BY_CTAS;
            case WARPS -> LaunchMetric.RESIDENT_GROUPS_LIMITED_BY_WARPS;
            case REGISTERS -> LaunchMetric.RESIDENT_GROUPS_LIMITED_BY_REGISTERS;
            case SHARED_MEMORY -> LaunchMetric.RESIDENT_GROUPS_LIMITED_BY_SHARED_MEMORY;
        };
    }

    private static Stream<Measurement> traffic(KernelTiming timing) {
        var traffic = timing.traffic();
        return Stream.of(
                new Measurement(LaunchMetric.L1_LOADED, traffic.l1Loaded()),
                new Measurement(LaunchMetric.L1_HIT, traffic.l1Hit()),
                new Measurement(LaunchMetric.L2_LOADED, traffic.l2Loaded()),
                new Measurement(LaunchMetric.L2_HIT, traffic.l2Hit()),
                new Measurement(LaunchMetric.DRAM_READ, traffic.dramRead()),
                new Measurement(LaunchMetric.DRAM_WRITTEN, traffic.dramWritten()));
    }
}
