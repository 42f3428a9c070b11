package org.offloadtck.simt.execution;

import org.offloadtck.simt.memory.DeviceHeap;

/// What a launch may take of its device.
///
/// @param residentCtas how many CTAs the device holds at a time, at least 1
/// @param localBytes most local memory of a thread, in bytes: what calls may nest to
/// @param heap what `malloc` takes from
public record LaunchLimits(int residentCtas, int localBytes, DeviceHeap heap) {

    /// Most local memory a thread can have, in bytes (CUDA C++ Programming Guide 13.0, technical
    /// specifications, all compute capabilities).
    public static final int MAX_LOCAL = 512 << 10;

    public LaunchLimits {
        if (residentCtas < 1 || localBytes < 0 || localBytes > MAX_LOCAL) {
            throw new IllegalArgumentException(
                    "%d resident CTAs and %d bytes of local memory when there should be 1 and up to %d"
                            .formatted(residentCtas, localBytes, MAX_LOCAL));
        }
    }

    /// With as much local memory as there can be.
    public static LaunchLimits of(int residentCtas, DeviceHeap heap) {
        return new LaunchLimits(residentCtas, MAX_LOCAL, heap);
    }
}
