package org.offloadtck.plugin;

import java.util.List;

/// A point in a queue (liboffload: `ol_event_handle_t`).
public interface Event extends AutoCloseable {

    /// Blocks until the point is reached.
    ///
    /// @throws DeviceException if the work before it failed
    void synchronize();

    /// The measurements of the launch of this event, in a fixed order; empty for events of
    /// [Queue#record] and for devices without [Capability#COUNTERS] and [Capability#TIMING]. Blocks
    /// like [#synchronize].
    List<Measurement> measurements();

    @Override
    void close();
}
