package org.offloadtck.calibration.benchmark;

import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceMemory;

/// Memory that is written between launches, so that a benchmark starts with caches that have none
/// of its data, as the model does.
public record CacheFlush(Device device, DeviceMemory memory) implements AutoCloseable {

    /// More than twice the largest second-level cache of `devices.csv`, 50 MiB.
    private static final long BYTES = 128L << 20;

    public static CacheFlush on(Device device) {
        return new CacheFlush(device, device.allocate(BYTES));
    }

    public void flush() {
        try (var queue = device.createQueue()) {
            queue.fill(memory, 0, memory.size(), (byte) 0);
            queue.synchronize();
        }
    }

    @Override
    public void close() {
        memory.close();
    }
}
