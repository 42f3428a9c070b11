package org.offloadtck.driver.report;

import org.offloadtck.simt.timing.KernelTiming;
import org.offloadtck.simt.timing.Timing;

/// How long a number of launches take together.
///
/// @param timed launches whose time is known
/// @param untimed launches whose time should be known and is not
/// @param cycles of the timed ones
/// @param reason why one of the untimed ones is, a phrase; empty when there is none
record Times(long timed, long untimed, long cycles, String reason) {

    static final Times NONE = new Times(0, 0, 0, "");

    static Times of(Timing timing) {
        return switch (timing) {
            case KernelTiming known -> new Times(1, 0, known.cycles(), "");
            case Timing.Unknown(var reason) -> new Times(0, 1, 0, reason);
            case Timing.Unasked _ -> NONE;
        };
    }

    Times plus(Times other) {
        return new Times(
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
