package org.offloadtck.timing;

/// What is known of the time a launch takes on a device.
public sealed interface Timing permits KernelTiming, Timing.Unknown, Timing.NotRequested {

    /// Nobody asked.
    enum NotRequested implements Timing {
        NOT_REQUESTED
    }

    /// Nothing.
    ///
    /// @param reason why: a phrase
    record Unknown(String reason) implements Timing {}
}
