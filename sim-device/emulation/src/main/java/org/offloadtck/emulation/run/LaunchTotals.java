package org.offloadtck.emulation.run;

import java.util.List;
import java.util.Map;
import org.offloadtck.engine.launch.LaunchCounters;
import org.offloadtck.launch.budget.KernelFigures;
import org.offloadtck.launch.budget.KernelMetric;
import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.Timing;

/// The totals of a number of launches.
///
/// @param launches that ended
/// @param counted launches on devices that count
/// @param counters the sums over the counted launches
record LaunchTotals(long launches, long counted, LaunchCounters counters, Times times) {

    static final LaunchTotals NONE =
            new LaunchTotals(0, 0, new LaunchCounters(0, 0, 0, 0, 0, 0, 0), Times.NONE);

    static LaunchTotals of(KernelLaunch launch) {
        var times = Times.of(launch.timing());
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
        return new LaunchTotals(
                launches + other.launches,
                counted + other.counted,
                counters.plus(other.counters),
                times.plus(other.times));
    }

    /// What budgets are compared with; the counters only if every launch was counted, and the
    /// cycles only if every one was timed.
    KernelFigures figures(String kernel) {
        if (counted < launches) {
            return new KernelFigures(kernel, Map.of(KernelMetric.LAUNCHES, launches), 0);
        }
        var exact = KernelFigures.of(kernel, launches, counters);
        return times.areRequested() && times.untimed() == 0
                ? exact.withCycles(times.cycles(), times.error())
                : exact;
    }

    /// The total time of a number of launches.
    ///
    /// @param timed the number of launches with a known time
    /// @param untimed the number of launches whose time could not be estimated
    /// @param cycles of the timed launches
    /// @param error how far the cycles may be off, up or down: of sampled launches; 0 if none is
    /// @param reason why the first untimed launch has no time, a phrase; empty if there is none
    record Times(long timed, long untimed, long cycles, long error, String reason) {

        static final Times NONE = new Times(0, 0, 0, 0, "");

        static Times of(Timing timing) {
            return switch (timing) {
                case KernelTiming known -> new Times(1, 0, known.cycles(), known.error(), "");
                case Timing.Unknown(var reason) -> new Times(0, 1, 0, 0, reason);
                case Timing.NotRequested _ -> NONE;
            };
        }

        Times plus(Times other) {
            return new Times(
                    timed + other.timed,
                    untimed + other.untimed,
                    cycles + other.cycles,
                    error + other.error,
                    reason.isEmpty() ? other.reason : reason);
        }

        /// Whether the launches were to be timed.
        boolean areRequested() {
            return timed + untimed > 0;
        }
    }
}
