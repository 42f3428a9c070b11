package org.offloadtck.emulation.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import org.offloadtck.emulation.resource.DriverAllocation;
import org.offloadtck.emulation.resource.MemoryPool;

/// An attribute that `cuPointerGetAttribute` returns (CUDA driver API 12.8, `CUpointer_attribute`),
/// with the size of its value.
public enum PointerAttribute {
    /// Memory of a pool or of a graph has none.
    CONTEXT(1, Long.BYTES, (block, _) -> isOfPool(block) ? 0 : block.context().handle()),
    MEMORY_TYPE(2, Integer.BYTES, (block, _) -> memoryType(block)),
    DEVICE_POINTER(3, Long.BYTES, (_, address) -> address),
    /// The address in the process; 0 for device memory.
    HOST_POINTER(4, Long.BYTES, (block, address) -> hasHostPointer(block) ? address : 0),
    SYNC_MEMOPS(6, Integer.BYTES, (block, _) -> isManaged(block) ? 1 : 0),
    /// The address of an allocation identifies it while it is allocated.
    BUFFER_ID(7, Long.BYTES, (block, _) -> block.address()),
    IS_MANAGED(8, Integer.BYTES, (block, _) -> isManaged(block) ? 1 : 0),
    DEVICE_ORDINAL(9, Integer.BYTES, (block, _) -> block.context().device().ordinal()),
    /// Whether `cuIpcGetMemHandle` takes it.
    IS_LEGACY_CUDA_IPC_CAPABLE(
            10, Integer.BYTES, (block, _) -> block.kind() == DriverAllocation.Kind.DEVICE ? 1 : 0),
    RANGE_START_ADDR(11, Long.BYTES, (block, _) -> block.address()),
    RANGE_SIZE(12, Long.BYTES, (block, _) -> block.size()),
    MAPPED(13, Integer.BYTES, (_, _) -> 1),
    ALLOWED_HANDLE_TYPES(14, Long.BYTES, (_, _) -> 0),
    IS_GPU_DIRECT_RDMA_CAPABLE(15, Integer.BYTES, (_, _) -> 0),
    /// `CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE`.
    ACCESS_FLAGS(16, Integer.BYTES, (_, _) -> 3),
    /// Zero for memory that is from no pool.
    MEMPOOL_HANDLE(17, Long.BYTES, (block, _) -> block.pool().map(MemoryPool::handle).orElse(0L)),
    /// An allocation is a mapping of its own.
    MAPPING_SIZE(18, Long.BYTES, (block, _) -> block.size()),
    MAPPING_BASE_ADDR(19, Long.BYTES, (block, _) -> block.address()),
    MEMORY_BLOCK_ID(20, Long.BYTES, (block, _) -> block.address()),
    IS_HW_DECOMPRESS_CAPABLE(21, Integer.BYTES, (_, _) -> 0);

    /// `CU_MEMORYTYPE_HOST`.
    private static final int MEMORY_HOST = 1;

    /// `CU_MEMORYTYPE_DEVICE`.
    private static final int MEMORY_DEVICE = 2;

    private final int number;
    private final int bytes;

    @SuppressWarnings("ImmutableEnumChecker") // captures nothing
    private final Value value;

    /// Computes the attribute of an address in an allocation.
    private interface Value {

        long of(DriverAllocation block, long address);
    }

    PointerAttribute(int number, int bytes, Value value) {
        this.number = number;
        this.bytes = bytes;
        this.value = value;
    }

    static Optional<PointerAttribute> of(int number) {
        return Arrays.stream(values()).filter(a -> a.number == number).findFirst();
    }

    byte[] of(DriverAllocation block, long address) {
        return bytes(value.of(block, address), bytes);
    }

    /// The value for an address that is not memory of the driver: zeros.
    byte[] ofNothing() {
        return new byte[bytes];
    }

    /// The low bytes of a number, little-endian.
    public static byte[] bytes(long number, int count) {
        byte[] all =
                ByteBuffer.allocate(Long.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(number)
                        .array();
        return Arrays.copyOf(all, count);
    }

    private static long memoryType(DriverAllocation block) {
        return block.isHost() ? MEMORY_HOST : MEMORY_DEVICE;
    }

    /// Whether the process can access the memory at the address of the device.
    static boolean hasHostPointer(DriverAllocation block) {
        return block.isHost() || isManaged(block);
    }

    private static boolean isOfPool(DriverAllocation block) {
        return block.kind() == DriverAllocation.Kind.POOL
                || block.kind() == DriverAllocation.Kind.GRAPH;
    }

    private static boolean isManaged(DriverAllocation block) {
        return block.kind() == DriverAllocation.Kind.MANAGED;
    }
}
