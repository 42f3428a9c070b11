package org.offloadtck.calibration;

import java.util.stream.Stream;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;

/// The simulated device whose launches are timed by the model.
public final class ModellingDevice {

    private ModellingDevice() {}

    /// Opens the device, which the caller closes.
    public static Device open() {
        return DevicePlugin.installed().stream()
                .flatMap(ModellingDevice::devices)
                .filter(device -> device.capabilities().contains(Capability.TIME_MODEL))
                .findFirst()
                .orElseThrow();
    }

    private static Stream<Device> devices(DevicePlugin plugin) {
        return plugin.discover() instanceof Discovery.Found(var devices)
                ? devices.stream()
                : Stream.empty();
    }
}
