package org.offloadtck.plugin;

/// The shape of a launch (liboffload: `ol_kernel_launch_size_args_t`).
///
/// @param groups groups (PTX: CTAs; OpenMP: teams) in each dimension, positive
/// @param groupSize threads of a group in each dimension, positive
/// @param dynamicSharedMemoryBytes group-local memory beyond what the kernel declares
/// @see "LLVM 22, offload/liboffload/API/Kernel.td"
public record LaunchSize(Dim3 groups, Dim3 groupSize, long dynamicSharedMemoryBytes) {

    public LaunchSize {
        if (dynamicSharedMemoryBytes < 0) {
            throw new IllegalArgumentException(
                    "dynamic shared memory is %d bytes".formatted(dynamicSharedMemoryBytes));
        }
    }

    /// A one-dimensional launch without dynamic shared memory.
    public static LaunchSize of(int groups, int groupSize) {
        return new LaunchSize(new Dim3(groups, 1, 1), new Dim3(groupSize, 1, 1), 0);
    }

    /// A three-dimensional extent; each dimension is positive.
    public record Dim3(int x, int y, int z) {

        public Dim3 {
            if (x < 1 || y < 1 || z < 1) {
                throw new IllegalArgumentException(
                        "extent is %d×%d×%d when each dimension should be positive"
                                .formatted(x, y, z));
            }
        }

        /// The number of points.
        public long volume() {
            return Math.multiplyExact(Math.multiplyExact((long) x, y), z);
        }
    }
}
