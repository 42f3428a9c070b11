package org.offloadtck.runtime.indirect;

import java.util.OptionalLong;
import org.offloadtck.plugin.DeviceMemory;

/// A device function as the counterpart of the host's: an address to call, which nothing is copied
/// to or from.
///
/// @param entry its device address
/// @param size of the host range it is mapped for, in bytes
public record DeviceFunction(long entry, long size) implements DeviceMemory {

    @Override
    public OptionalLong address() {
        return OptionalLong.of(entry);
    }

    /// Code is its program's.
    @Override
    public void close() {}
}
