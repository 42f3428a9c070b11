package org.offloadtck.engine.launch;

import org.offloadtck.engine.memory.DeviceHeap;

/// What a launch may take of its device.
///
/// @param residentCtas how many CTAs the device holds at a time, at least 1
/// @param localBytes most local memory of a thread, in bytes: what calls may nest to
/// @param heap what `malloc` takes from
/// @param instructions most it may issue, each for the threads of a warp at once; it may have
///   issued a turn's more before it is stopped
public record LaunchLimits(int residentCtas, int localBytes, DeviceHeap heap, long instructions) {

    /// As many instructions as it takes.
    public static final long UNLIMITED = Long.MAX_VALUE;

    /// Most local memory a thread can have, in bytes (CUDA C++ Programming Guide 13.0, technical
    /// specifications, all compute capabilities).
    public static final int MAX_LOCAL = 512 << 10;

    public LaunchLimits {
        if (residentCtas < 1 || localBytes < 0 || localBytes > MAX_LOCAL || instructions < 1) {
            throw new IllegalArgumentException(
                    "%d resident CTAs, %d bytes of local memory and %d instructions when there should be 1, up to %d and 1"
                            .formatted(residentCtas, localBytes, instructions, MAX_LOCAL));
        }
    }

    /// With as much local memory as there can be, and as many instructions as it takes.
    public static LaunchLimits of(int residentCtas, DeviceHeap heap) {
        return new LaunchLimits(residentCtas, MAX_LOCAL, heap, UNLIMITED);
    }

    public LaunchLimits withInstructions(long most) {
        return new LaunchLimits(residentCtas, localBytes, heap, most);
    }
}
