package org.offloadtck.emulation.run;

import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.Timing;

/// How long a number of launches take together.
///
/// @param timed launches whose time is known
/// @param untimed launches whose time should be known and is not
/// @param cycles of the timed ones
/// @param reason why one of the untimed ones is, a phrase; empty when there is none
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

    /// Whether anybody asked for it.
    boolean areWanted() {
        return timed + untimed > 0;
    }
}
