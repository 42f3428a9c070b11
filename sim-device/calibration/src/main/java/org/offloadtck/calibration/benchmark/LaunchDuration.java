package org.offloadtck.calibration.benchmark;

import java.util.List;

/// The duration of a benchmark at one size, over several launches.
///
/// @param cycles that the kernel read from its clock, or those of the model; 0 without a clock
public record LaunchDuration(Sample nanoseconds, Sample cycles) {

    /// A single launch.
    record Single(long nanoseconds, long cycles) {

        /// The duration of two launches at the same time: that of the longer.
        Single beside(Single other) {
            return new Single(
                    Math.max(nanoseconds, other.nanoseconds), Math.max(cycles, other.cycles));
        }
    }

    /// @param launches at least one
    static LaunchDuration of(List<Single> launches) {
        return new LaunchDuration(
                Sample.of(launches.stream().map(Single::nanoseconds).toList()),
                Sample.of(launches.stream().map(Single::cycles).toList()));
    }
}
