package org.offloadtck.emulation.run;

import java.util.List;
import org.offloadtck.engine.launch.LaunchCounters;

/// The totals of a number of launches.
///
/// @param launches that ended
/// @param counted launches on devices that count
/// @param counters the sums over the counted launches
record LaunchTotals(long launches, long counted, LaunchCounters counters, LaunchTimes times) {

    static final LaunchTotals NONE =
            new LaunchTotals(0, 0, new LaunchCounters(0, 0, 0, 0, 0, 0, 0), LaunchTimes.NONE);

    static LaunchTotals of(KernelLaunch launch) {
        var times = LaunchTimes.of(launch.timing());
        return switch (launch.counters()) {
            case KernelLaunch.Counters.Counted(var values) -> new LaunchTotals(1, 1, values, times);
            case KernelLaunch.Counters.NotCounted _ -> new LaunchTotals(1, 0, NONE.counters, times);
        };
    }

    /// Whether there is a launch, and no device counted.
    boolean areUncounted() {
        return launches > 0 && counted == 0;
    }

    static LaunchTotals of(List<KernelSummary> kernels) {
        return kernels.stream().map(KernelSummary::sum).reduce(NONE, LaunchTotals::plus);
    }

    LaunchTotals plus(LaunchTotals other) {
        var one = counters;
        var two = other.counters;
        return new LaunchTotals(
                launches + other.launches,
                counted + other.counted,
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
