package org.offloadtck.plugin;

import java.lang.foreign.MemorySegment;
import java.util.List;

/// An in-order queue of work on one device (liboffload: `ol_queue_handle_t`). Operations may be
/// asynchronous: host segments given to `write` and `read` stay valid and untouched until the next
/// [#synchronize]. Ranges outside their memory are rejected with `INVALID_SIZE` immediately; the
/// fault of a kernel is thrown by [#synchronize] at the latest.
public interface Queue extends AutoCloseable {

    /// Copies all of `source` to `destination`, starting at byte `offset`.
    void write(DeviceMemory destination, long offset, MemorySegment source);

    /// Fills all of `destination` from `source`, starting at byte `offset`.
    void read(MemorySegment destination, DeviceMemory source, long offset);

    /// Copies `bytes` bytes between memories of this device; the ranges do not overlap.
    void copy(
            DeviceMemory destination,
            long destinationOffset,
            DeviceMemory source,
            long sourceOffset,
            long bytes);

    /// Sets `bytes` bytes from `offset` on to `value`.
    void fill(DeviceMemory destination, long offset, long bytes, byte value);

    /// Launches `kernel`. The event completes with it and carries its measurements.
    ///
    /// @throws DeviceException `INVALID_VALUE` if size or arguments do not fit the kernel
    Event launch(Kernel kernel, LaunchSize size, List<Argument> arguments);

    /// An event that completes when everything enqueued so far has.
    Event record();

    /// Makes later work of this queue wait for `event`, of this or another queue of the device.
    void waitFor(Event event);

    /// Blocks until everything enqueued so far has finished.
    ///
    /// @throws DeviceException if any of it failed; the queue can be used again afterwards unless
    ///   the error is `DEVICE_LOST`
    void synchronize();

    @Override
    void close();
}
