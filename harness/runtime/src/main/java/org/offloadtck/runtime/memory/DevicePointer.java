package org.offloadtck.runtime.memory;

import java.util.OptionalLong;
import org.offloadtck.plugin.DeviceMemory;

/// A device address relative to a range of device memory. It may be outside the range: the base of
/// an array section is before the section.
///
/// Requirement: KL-06.
///
/// @param offset bytes from the begin of `memory`, possibly negative
public record DevicePointer(DeviceMemory memory, long offset) {

    public DevicePointer plus(long bytes) {
        return new DevicePointer(memory, offset + bytes);
    }

    /// The device address; empty on a device without raw addresses.
    public OptionalLong address() {
        OptionalLong begin = memory.address();
        return begin.isPresent()
                ? OptionalLong.of(begin.getAsLong() + offset)
                : OptionalLong.empty();
    }

    /// Whether the address is in the memory or immediately after it.
    public boolean isInside() {
        return offset >= 0 && offset <= memory.size();
    }
}
