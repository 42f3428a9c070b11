package org.offloadtck.object.profile.runtime;

/// How a structure that is mapped from its middle gets the same alignment on device and host.
public enum StructureAlignment {
    /// Up to 16 unused bytes precede it on the device only.
    DEVICE_PADDING,
    /// Its range starts earlier, also on the host: at a multiple of 8.
    WIDER_RANGE
}
