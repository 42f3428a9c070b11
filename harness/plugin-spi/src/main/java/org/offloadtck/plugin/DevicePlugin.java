package org.offloadtck.plugin;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/// A platform that may offer devices; found by `ServiceLoader`.
public interface DevicePlugin {

    /// The plugins that `ServiceLoader` finds, by name, so that the order is the same on every run.
    static List<DevicePlugin> installed() {
        return ServiceLoader.load(DevicePlugin.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(DevicePlugin::name))
                .toList();
    }

    /// The platform's short name, the first part of every device id: `sim`, `opencl`, `cuda`,
    /// `offload`.
    String name();

    /// Whether the devices are driven by code of others, which can end or block the process that
    /// calls it: a driver, an ICD. Such a plugin runs in a process of its own.
    boolean callsDriver();

    /// Looks for devices. Never throws: the discovery of a platform without devices has the reason.
    Discovery discover();
}
