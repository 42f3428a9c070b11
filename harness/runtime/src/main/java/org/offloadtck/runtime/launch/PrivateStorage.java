package org.offloadtck.runtime.launch;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.runtime.argument.VariableName;
import org.offloadtck.runtime.memory.DeviceChannel;
import org.offloadtck.runtime.memory.DevicePointer;

/// Device memory of one launch: private and firstprivate variables, and memory for the device
/// runtime.
///
/// @see "LLVM 22, offload/libomptarget/omptarget.cpp, PrivateArgumentManagerTy"
final class PrivateStorage implements AutoCloseable {

    private static final long ALIGNMENT = 16;

    private final DeviceChannel channel;
    private final List<DeviceMemory> allocated = new ArrayList<>();
    private final List<Packed> packed = new ArrayList<>();
    private long packedSize;

    /// A small firstprivate variable, copied together with others.
    ///
    /// @param offset in the shared buffer, in bytes
    record Packed(MemorySegment initial, long offset) {}

    PrivateStorage(DeviceChannel channel) {
        this.channel = channel;
    }

    /// A separate allocation with undefined contents.
    ///
    /// @param host address of what it is for; 0 for none
    /// @param name for diagnostics of the device
    DevicePointer allocate(long size, long host, String name) {
        DeviceMemory memory = channel.allocate(size, host, name);
        allocated.add(memory);
        return new DevicePointer(memory, 0);
    }

    /// A separate allocation, initialized with `initial`. The trace does not name it.
    ///
    /// @param host address of `initial`; 0 for none
    /// @param name for diagnostics of the device
    DevicePointer allocate(MemorySegment initial, long host, String name) {
        DevicePointer pointer = allocate(initial.byteSize(), host, name);
        channel.fromRuntime(pointer, initial, host, VariableName.NONE.name());
        return pointer;
    }

    /// A separate allocation of the runtime, initialized with `initial`.
    ///
    /// @param name that the trace states
    DevicePointer allocate(MemorySegment initial, String name) {
        DevicePointer pointer = allocate(initial.byteSize(), 0, name);
        channel.fromRuntime(pointer, initial, 0, name);
        return pointer;
    }

    /// Reserves space for `initial` in the shared buffer, with the alignment that it has on the
    /// host.
    ///
    /// @param hostAddress host address of `initial`
    /// @return its offset in the buffer that [#transferPacked] allocates
    long pack(MemorySegment initial, long hostAddress) {
        long alignment = Long.lowestOneBit(hostAddress | ALIGNMENT);
        long offset = (packedSize + alignment - 1) / alignment * alignment;
        packed.add(new Packed(initial, offset));
        packedSize = offset + initial.byteSize();
        return offset;
    }

    /// Copies all packed variables in one transfer.
    ///
    /// @return the begin of the buffer
    DevicePointer transferPacked() {
        MemorySegment buffer = MemorySegment.ofArray(new byte[Math.toIntExact(packedSize)]);
        packed.forEach(variable ->
                MemorySegment.copy(
                        variable.initial(),
                        0,
                        buffer,
                        variable.offset(),
                        variable.initial().byteSize()));
        return allocate(buffer, 0, "firstprivate variables");
    }

    /// A device address as bytes, little-endian.
    static MemorySegment addressBytes(long address) {
        return bytesEndingIn(address, Long.BYTES);
    }

    /// A `KernelLaunchEnvironmentTy` of 16 bytes: two counters with value 0, and the address of the
    /// reduction buffer.
    ///
    /// @see "LLVM 19, offload/include/Shared/Environment.h"
    static MemorySegment launchEnvironment(long reductionBuffer) {
        return bytesEndingIn(reductionBuffer, 16);
    }

    private static MemorySegment bytesEndingIn(long address, int size) {
        MemorySegment bytes = MemorySegment.ofArray(new byte[size]);
        bytes.set(
                JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), size - Long.BYTES, address);
        return bytes;
    }

    @Override
    public void close() {
        allocated.forEach(channel::free);
    }
}
