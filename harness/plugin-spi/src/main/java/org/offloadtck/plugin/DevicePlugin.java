package org.offloadtck.plugin;

/// A platform that may offer devices; found by `ServiceLoader`.
public interface DevicePlugin {

    /// The platform's short name, the first part of every device id: `sim`, `opencl`, `cuda`.
    String name();

    /// Looks for devices. Never throws: a platform without devices says why.
    Discovery discover();
}
