package org.offloadtck.sim;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.plugin.Measurement.Exactness;
import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.Timing;

/// What an event says of the time of its launch.
final class TimingMeasurements {

    private static final int PERMILLE = 1000;

    private TimingMeasurements() {}

    static List<Measurement> of(Timing timing) {
        return switch (timing) {
            case KernelTiming known -> Stream.concat(times(known), traffic(known)).toList();
            case Timing.Unknown _, Timing.NotRequested _ -> List.of();
        };
    }

    private static Stream<Measurement> times(KernelTiming timing) {
        var occupancy = timing.occupancy();
        var limiter = occupancy.limiter().name().toLowerCase(Locale.ROOT).replace('_', '-');
        var behaviour = timing.statistics();
        return Stream.of(
                exact("cycles", timing.cycles(), "cycles"),
                exact("modelled-time", timing.nanoseconds(), "ns"),
                exact("assumed", Math.round(timing.stack().assumedShare() * PERMILLE), "permille"),
                exact("resident-groups-limited-by-" + limiter, occupancy.ctas(), "groups"),
                exact("shared-passes", behaviour.sharedPasses(), "passes"),
                exact("worst-bank-conflict", behaviour.worstConflict(), "passes"),
                exact("global-sectors", behaviour.globalSectors(), "sectors"));
    }

    private static Stream<Measurement> traffic(KernelTiming timing) {
        var traffic = timing.traffic();
        return Stream.of(
                exact("l1-loaded", traffic.l1Loaded(), "bytes"),
                exact("l1-hit", traffic.l1Hit(), "bytes"),
                exact("l2-loaded", traffic.l2Loaded(), "bytes"),
                exact("l2-hit", traffic.l2Hit(), "bytes"),
                exact("dram-read", traffic.dramRead(), "bytes"),
                exact("dram-written", traffic.dramWritten(), "bytes"));
    }

    private static Measurement exact(String metric, long value, String unit) {
        return new Measurement(metric, value, unit, Exactness.EXACT);
    }
}
