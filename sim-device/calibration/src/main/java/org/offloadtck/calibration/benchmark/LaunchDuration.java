package org.offloadtck.calibration.benchmark;

/// The duration of a launch.
///
/// @param cycles that the kernel read from its clock, or those of the model; 0 without a clock
public record LaunchDuration(long nanoseconds, long cycles) {

    /// The minimum of each value.
    LaunchDuration min(LaunchDuration other) {
        return new LaunchDuration(
                Math.min(nanoseconds, other.nanoseconds), Math.min(cycles, other.cycles));
    }
}
