package org.offloadtck.plugin;

import java.util.OptionalLong;

/// A range of device memory: an allocation, or a global variable of a program.
public interface DeviceMemory extends AutoCloseable {

    /// Size in bytes.
    long size();

    /// Where the range begins in the device's address space; empty without
    /// [Capability#RAW_ADDRESSES].
    OptionalLong address();

    /// Frees an allocation. Closing twice has no effect.
    @Override
    void close();
}
