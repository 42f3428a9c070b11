package org.offloadtck.plugin;

import java.util.List;

/// The devices that a plugin found on this machine, or why it found none.
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
    /// @param reason one line: what is missing
    /// @param remedy one line: how to install it
    record Absent(String reason, String remedy) implements Discovery {}

    /// The platform is there and failed when it was asked for devices.
    record Failed(DeviceException failure) implements Discovery {}
}
