package org.offloadtck.cli.calibrate;

/// How long a launch took.
///
/// @param cycles by the kernel's own account, or of the model; 0 if the kernel keeps none
record Reading(long nanoseconds, long cycles) {

    /// What is less of both.
    Reading least(Reading other) {
        return new Reading(
                Math.min(nanoseconds, other.nanoseconds), Math.min(cycles, other.cycles));
    }
}
