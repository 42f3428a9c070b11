package org.offloadtck.simt.timing;

/// What is known of the time a launch takes on a device.
public sealed interface Timing permits KernelTiming, Timing.Unknown, Timing.Unasked {

    /// Nobody asked.
    enum Unasked implements Timing {
        UNASKED
    }

    /// Nothing.
    ///
    /// @param reason why: a phrase
    record Unknown(String reason) implements Timing {}
}
