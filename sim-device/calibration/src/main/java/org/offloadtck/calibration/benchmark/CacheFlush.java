package org.offloadtck.calibration.benchmark;

import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceMemory;

/// Memory that is written between launches, so that caches hold nothing of an experiment when it
/// starts: the model's are empty, too.
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
