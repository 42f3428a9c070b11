package org.offloadtck.runtime.indirect;

import java.util.OptionalLong;
import org.offloadtck.plugin.DeviceMemory;

/// A device function as the mapped counterpart of a host function: an address to call. No data is
/// copied to or from it.
///
/// Requirement: IC-17.
///
/// @param entry its device address
/// @param size of the mapped host range, in bytes
public record DeviceFunction(long entry, long size) implements DeviceMemory {

    @Override
    public OptionalLong address() {
        return OptionalLong.of(entry);
    }

    /// The program owns the code.
    @Override
    public void close() {}
}
