package org.offloadtck.engine.launch;

import org.offloadtck.engine.memory.DeviceHeap;

/// The resources of a launch.
///
/// @param residentCtas CTAs that the device holds at the same time, at least 1
/// @param localBytes largest local memory of a thread in bytes, which limits the depth of calls
/// @param heap the heap of `malloc`
/// @param instructions most instructions that the launch may issue, each for the threads of a lane
///   group; the launch stops at the end of a turn, so it may issue a turn more
public record LaunchLimits(int residentCtas, int localBytes, DeviceHeap heap, long instructions) {

    /// No limit of instructions.
    public static final long UNLIMITED = Long.MAX_VALUE;

    /// Largest local memory of a thread in bytes (CUDA C++ Programming Guide 13.0, technical
    /// specifications, all compute capabilities).
    public static final int MAX_LOCAL = 512 << 10;

    public LaunchLimits {
        if (residentCtas < 1 || localBytes < 0 || localBytes > MAX_LOCAL || instructions < 1) {
            throw new IllegalArgumentException(
                    "%d resident CTAs, %d bytes of local memory and %d instructions when they should be at least 1, at most %d and at least 1"
                            .formatted(residentCtas, localBytes, instructions, MAX_LOCAL));
        }
    }

    /// The largest local memory and no limit of instructions.
    public static LaunchLimits of(int residentCtas, DeviceHeap heap) {
        return new LaunchLimits(residentCtas, MAX_LOCAL, heap, UNLIMITED);
    }

    public LaunchLimits withResidentCtas(int most) {
        return new LaunchLimits(most, localBytes, heap, instructions);
    }

    public LaunchLimits withInstructions(long most) {
        return new LaunchLimits(residentCtas, localBytes, heap, most);
    }
}
