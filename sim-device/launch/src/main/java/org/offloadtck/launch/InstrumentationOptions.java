package org.offloadtck.launch;

import java.util.Set;
import org.offloadtck.checks.Check;

/// The checks that accompany launches.
///
/// @param checks the faults of kernels that are detected
/// @param timedLaunches whether the checks also accompany launches that are timed
public record InstrumentationOptions(Set<Check> checks, TimedLaunches timedLaunches) {

    /// Whether timed launches, which take several times as long as others, are checked too.
    public enum TimedLaunches {
        CHECKED,
        UNCHECKED
    }

    public InstrumentationOptions {
        checks = Set.copyOf(checks);
    }

    /// The same checks for every launch, timed or not.
    public static InstrumentationOptions checking(Set<Check> checks) {
        return new InstrumentationOptions(checks, TimedLaunches.CHECKED);
    }
}
