package org.offloadtck.emulation.api;

import java.util.List;

/// An access of a program, on the host, to memory of a device by its device address.
///
/// Requirement: ER-24.
///
/// @param frames of the thread, innermost first: `main in a.out+0x1184`
public record DeviceMemoryAccess(long address, boolean isWrite, List<String> frames) {

    public DeviceMemoryAccess {
        frames = List.copyOf(frames);
    }
}
