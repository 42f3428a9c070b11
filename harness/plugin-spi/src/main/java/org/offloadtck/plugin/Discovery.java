package org.offloadtck.plugin;

import java.util.List;

/// What a plugin found on this machine.
public sealed interface Discovery {

    /// At least one device; the caller closes each.
    record Found(List<Device> devices) implements Discovery {
        public Found {
            devices = List.copyOf(devices);
            if (devices.isEmpty()) {
                throw new IllegalArgumentException("a discovery without devices is Absent");
            }
        }
    }

    /// No device.
    ///
    /// @param reason one line: what was looked for and not found
    /// @param remedy one line: how to get it
    record Absent(String reason, String remedy) implements Discovery {}
}
