package org.offloadtck.plugin;

import java.util.OptionalLong;

/// A range of device memory: an allocation, or a global variable of a program.
public interface DeviceMemory extends AutoCloseable {

    /// Size in bytes.
    long size();

    /// The start of the range in the address space of the device; empty without
    /// [Capability#RAW_ADDRESSES].
    OptionalLong address();

    /// Rejects a range that is not within this memory.
    ///
    /// @param device id of the device, for the message
    /// @param operation the requested operation, for the message
    /// @throws DeviceException `INVALID_SIZE`
    default void requireRange(String device, String operation, long offset, long bytes) {
        if (offset < 0 || bytes < 0 || bytes > size() || offset > size() - bytes) {
            throw new DeviceException(
                    device,
                    operation,
                    DeviceError.INVALID_SIZE,
                    "range is %d bytes at offset %d when the memory has %d bytes"
                            .formatted(bytes, offset, size()));
        }
    }

    /// Frees an allocation. Closing twice has no effect.
    @Override
    void close();
}
