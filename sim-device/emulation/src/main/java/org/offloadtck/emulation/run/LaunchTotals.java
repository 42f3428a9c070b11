package org.offloadtck.emulation.run;

import java.util.List;
import org.offloadtck.engine.launch.LaunchCounters;

/// Totals of a number of launches.
///
/// @param launches their number
record LaunchTotals(long launches, LaunchCounters counters, LaunchTimes times) {

    static final LaunchTotals NONE =
            new LaunchTotals(0, new LaunchCounters(0, 0, 0, 0, 0, 0, 0), LaunchTimes.NONE);

    static LaunchTotals of(KernelLaunch launch) {
        return new LaunchTotals(1, launch.counters(), LaunchTimes.of(launch.timing()));
    }

    static LaunchTotals of(List<KernelSummary> kernels) {
        return kernels.stream().map(KernelSummary::sum).reduce(NONE, LaunchTotals::plus);
    }

    LaunchTotals plus(LaunchTotals other) {
        var one = counters;
        var two = other.counters;
        return new LaunchTotals(
                launches + other.launches,
                new LaunchCounters(
                        one.warpInstructions() + two.warpInstructions(),
                        one.threadInstructions() + two.threadInstructions(),
                        one.globalBytesRead() + two.globalBytesRead(),
                        one.globalBytesWritten() + two.globalBytesWritten(),
                        one.sharedBytes() + two.sharedBytes(),
                        one.barriers() + two.barriers(),
                        one.divergences() + two.divergences()),
                times.plus(other.times));
    }
}
