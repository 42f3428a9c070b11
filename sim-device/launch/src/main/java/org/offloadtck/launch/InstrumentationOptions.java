package org.offloadtck.launch;

import java.util.Set;
import org.offloadtck.checks.Check;
import org.offloadtck.timing.TimingDetail;

/// The checks that accompany launches, and the detail of their timing.
///
/// @param checks the faults of kernels that are detected
/// @param timedLaunches whether the checks also accompany launches that are timed
/// @param detail how much of a timed launch is recorded
public record InstrumentationOptions(
        Set<Check> checks, TimedLaunches timedLaunches, TimingDetail detail) {

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
        return new InstrumentationOptions(checks, TimedLaunches.CHECKED, TimingDetail.LAUNCH);
    }

    /// The same, with another detail of timing.
    public InstrumentationOptions withDetail(TimingDetail other) {
        return new InstrumentationOptions(checks, timedLaunches, other);
    }
}
