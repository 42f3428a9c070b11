package org.offloadtck.calibration.benchmark;

/// How long a launch took.
///
/// @param cycles by the kernel's own account, or of the model; 0 if the kernel keeps none
public record LaunchDuration(long nanoseconds, long cycles) {

    /// What is less of both.
    LaunchDuration min(LaunchDuration other) {
        return new LaunchDuration(
                Math.min(nanoseconds, other.nanoseconds), Math.min(cycles, other.cycles));
    }
}
