package org.offloadtck.implementation.reference;

import java.util.List;
import java.util.ServiceLoader;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;

/// The devices of the simulator. The caller closes them.
final class SimulatedDevices {

    private SimulatedDevices() {}

    static List<Device> all() {
        var plugin =
                ServiceLoader.load(DevicePlugin.class).stream()
                        .map(ServiceLoader.Provider::get)
                        .filter(one -> one.name().equals("sim"))
                        .findFirst()
                        .orElseThrow();
        return ((Discovery.Found) plugin.discover()).devices();
    }

    static Device first() {
        return all().getFirst();
    }
}
