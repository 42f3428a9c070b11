package org.offloadtck.runtime.memory;

import java.util.OptionalLong;
import org.offloadtck.plugin.DeviceMemory;

/// A place relative to a range of device memory. It may lie outside it: the base of an array
/// section lies before the section.
///
/// @param offset bytes from the beginning of `memory`, of either sign
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

    /// Whether the place lies in the memory or just past its end.
    public boolean isInside() {
        return offset >= 0 && offset <= memory.size();
    }
}
