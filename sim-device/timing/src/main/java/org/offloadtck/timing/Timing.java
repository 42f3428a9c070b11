package org.offloadtck.timing;

/// The time of a launch on a device, as far as it is known.
public sealed interface Timing permits KernelTiming, Timing.Unknown, Timing.NotRequested {

    /// The launch was not timed.
    enum NotRequested implements Timing {
        NOT_REQUESTED
    }

    /// The launch could not be timed.
    ///
    /// @param reason why: a phrase
    record Unknown(String reason) implements Timing {}
}
