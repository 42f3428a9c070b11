package org.offloadtck.cli.calibrate;

import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceMemory;

/// Memory that is written between launches, so that caches hold nothing of an experiment when it
/// starts: the model's are empty, too.
record Scratch(Device device, DeviceMemory memory) implements AutoCloseable {

    /// More than twice the largest second-level cache of `devices.csv`, 50 MiB.
    private static final long BYTES = 128L << 20;

    static Scratch on(Device device) {
        return new Scratch(device, device.allocate(BYTES));
    }

    void write() {
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
