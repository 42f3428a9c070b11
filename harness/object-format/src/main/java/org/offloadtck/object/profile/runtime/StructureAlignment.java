package org.offloadtck.object.profile.runtime;

/// How a structure that is mapped from its middle is aligned on the device as on the host.
public enum StructureAlignment {
    /// Its first bytes are preceded by unused ones, on the device only: up to 16.
    DEVICE_PADDING,
    /// Its range begins earlier, on the host too: at a multiple of 8.
    WIDER_RANGE
}
