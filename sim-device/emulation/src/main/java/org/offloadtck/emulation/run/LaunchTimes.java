package org.offloadtck.emulation.run;

import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.Timing;

/// The total time of a number of launches.
///
/// @param timed the number of launches with a known time
/// @param untimed the number of launches whose time could not be estimated
/// @param cycles of the timed launches
/// @param reason why the first untimed launch has no time, a phrase; empty if there is none
record LaunchTimes(long timed, long untimed, long cycles, String reason) {

    static final LaunchTimes NONE = new LaunchTimes(0, 0, 0, "");

    static LaunchTimes of(Timing timing) {
        return switch (timing) {
            case KernelTiming known -> new LaunchTimes(1, 0, known.cycles(), "");
            case Timing.Unknown(var reason) -> new LaunchTimes(0, 1, 0, reason);
            case Timing.NotRequested _ -> NONE;
        };
    }

    LaunchTimes plus(LaunchTimes other) {
        return new LaunchTimes(
                timed + other.timed,
                untimed + other.untimed,
                cycles + other.cycles,
                reason.isEmpty() ? other.reason : reason);
    }

    /// Whether the launches were to be timed.
    boolean areRequested() {
        return timed + untimed > 0;
    }
}
