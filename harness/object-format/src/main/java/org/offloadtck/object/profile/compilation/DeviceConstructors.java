package org.offloadtck.object.profile.compilation;

/// How a runtime finds constructors and destructors of declare target variables on a device.
public enum DeviceConstructors {
    /// By offload entries with flags 0x2 and 0x4.
    ENTRIES,
    /// By symbols of the device image; the host object does not mention them.
    SYMBOLS
}
