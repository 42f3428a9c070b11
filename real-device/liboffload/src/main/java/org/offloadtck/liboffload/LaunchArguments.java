package org.offloadtck.liboffload;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.offloadtck.plugin.LaunchSize;

/// The arguments of a launch as one structure, in which each is aligned to its size: to the largest
/// power of two that divides it, at most 8.
///
/// Source: LLVM 22, `offload/liboffload/API/Kernel.td`, `olLaunchKernel`; the structure is that of
/// the kernel's parameters, as `offload/unittests/OffloadAPI/kernel/olLaunchKernel.cpp` passes it.
final class LaunchArguments {

    private static final int MOST_ALIGNED = 8;

    /// Size and offsets of `ol_kernel_launch_size_args_t`: `Dimensions`, `NumGroups`, `GroupSize`,
    /// `DynSharedMemory`.
    private static final long SIZE = 40;

    private static final long GROUPS = 8;
    private static final long GROUP_SIZE = 20;
    private static final long SHARED = 32;

    private final byte[] bytes;

    private LaunchArguments(byte[] bytes) {
        this.bytes = bytes;
    }

    /// @param values the bytes of each argument
    static LaunchArguments of(List<byte[]> values) {
        var bytes = new ByteArrayOutputStream();
        for (var value : values) {
            int alignment = Math.clamp(Integer.lowestOneBit(value.length), 1, MOST_ALIGNED);
            while (bytes.size() % alignment != 0) {
                bytes.write(0);
            }
            bytes.writeBytes(value);
        }
        return new LaunchArguments(bytes.toByteArray());
    }

    /// The structure in memory of `arena`; null if it is empty.
    MemorySegment in(Arena arena) {
        return bytes.length == 0
                ? MemorySegment.NULL
                : arena.allocate(bytes.length, MOST_ALIGNED).copyFrom(MemorySegment.ofArray(bytes));
    }

    /// The `ol_kernel_launch_size_args_t` of a launch.
    static MemorySegment size(Arena arena, LaunchSize size) {
        var all = arena.allocate(SIZE, MOST_ALIGNED);
        all.set(JAVA_LONG, 0, 3);
        put(all, GROUPS, size.groups());
        put(all, GROUP_SIZE, size.groupSize());
        all.set(JAVA_LONG, SHARED, size.dynamicSharedMemoryBytes());
        return all;
    }

    private static void put(MemorySegment all, long offset, LaunchSize.Dim3 extent) {
        all.set(JAVA_INT, offset, extent.x());
        all.set(JAVA_INT, offset + Integer.BYTES, extent.y());
        all.set(JAVA_INT, offset + 2 * Integer.BYTES, extent.z());
    }
}
