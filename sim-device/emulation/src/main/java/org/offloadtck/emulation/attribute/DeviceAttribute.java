package org.offloadtck.emulation.attribute;

import java.util.Arrays;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.offloadtck.emulation.resource.EmulatedDevice;
import org.offloadtck.engine.device.ClusterOccupancy;
import org.offloadtck.engine.thread.LaunchShape;

/// What `cuDeviceGetAttribute` answers (CUDA driver API 13.0, `CUdevice_attribute`): the row of the
/// model in [AttributeTable], or else what is here, or else 0. An attribute that promises functions
/// of the driver is not 0 only if the emulated driver has them (ADR 22).
public enum DeviceAttribute {
    MAX_THREADS_PER_BLOCK(1, device -> device.spec().cta().threads()),
    MAX_BLOCK_DIM_X(2, _ -> LaunchShape.MAX_CTA.x()),
    MAX_BLOCK_DIM_Y(3, _ -> LaunchShape.MAX_CTA.y()),
    MAX_BLOCK_DIM_Z(4, _ -> LaunchShape.MAX_CTA.z()),
    MAX_GRID_DIM_X(5, _ -> LaunchShape.MAX_GRID.x()),
    MAX_GRID_DIM_Y(6, _ -> LaunchShape.MAX_GRID.y()),
    MAX_GRID_DIM_Z(7, _ -> LaunchShape.MAX_GRID.z()),
    MAX_SHARED_MEMORY_PER_BLOCK(8, device -> device.spec().cta().sharedBytes()),
    TOTAL_CONSTANT_MEMORY(9, device -> device.spec().memory().constantBytes()),
    WARP_SIZE(10, device -> device.spec().cta().warpThreads()),
    MAX_PITCH(11, _ -> Integer.MAX_VALUE),
    MAX_REGISTERS_PER_BLOCK(12, device -> device.spec().cta().registers()),
    CLOCK_RATE(13, device -> device.spec().multiprocessor().clockKilohertz()),
    GPU_OVERLAP(15, _ -> 1),
    MULTIPROCESSOR_COUNT(16, device -> device.spec().multiprocessor().count()),
    CAN_MAP_HOST_MEMORY(19, _ -> 1),
    CONCURRENT_KERNELS(31, _ -> 1),
    PCI_BUS_ID(33, device -> PciAddress.of(device).bus()),
    MEMORY_CLOCK_RATE(36, device -> device.spec().memory().clockKilohertz()),
    GLOBAL_MEMORY_BUS_WIDTH(37, device -> device.spec().memory().busBits()),
    L2_CACHE_SIZE(38, device -> device.spec().memory().l2Bytes()),
    MAX_THREADS_PER_MULTIPROCESSOR(39, device -> device.spec().multiprocessor().threads()),
    /// A device has at least one engine.
    ASYNC_ENGINE_COUNT(40, _ -> 1),
    UNIFIED_ADDRESSING(41, _ -> 1),
    COMPUTE_CAPABILITY_MAJOR(75, device -> device.spec().sm() / 10),
    COMPUTE_CAPABILITY_MINOR(76, device -> device.spec().sm() % 10),
    STREAM_PRIORITIES_SUPPORTED(78, _ -> 1),
    GLOBAL_L1_CACHE_SUPPORTED(79, _ -> 1),
    LOCAL_L1_CACHE_SUPPORTED(80, _ -> 1),
    MAX_SHARED_MEMORY_PER_MULTIPROCESSOR(
            81, device -> device.spec().multiprocessor().sharedBytes()),
    MAX_REGISTERS_PER_MULTIPROCESSOR(82, device -> device.spec().multiprocessor().registers()),
    MANAGED_MEMORY(83, _ -> 1),
    /// Atomics of kernels on host memory are those of the host.
    HOST_NATIVE_ATOMIC_SUPPORTED(86, device -> device.hasUnifiedMemory() ? 1 : 0),
    /// Unified memory as HMM gives it. `…_USES_HOST_PAGE_TABLES` is 0, as without ATS.
    PAGEABLE_MEMORY_ACCESS(88, device -> device.hasUnifiedMemory() ? 1 : 0),
    /// Host and kernels access the same bytes at any time.
    CONCURRENT_MANAGED_ACCESS(89, _ -> 1),
    COMPUTE_PREEMPTION_SUPPORTED(90, _ -> 1),
    /// A registered range has one address in kernels and in the process.
    CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM(91, _ -> 1),
    COOPERATIVE_LAUNCH(95, _ -> 1),
    MAX_SHARED_MEMORY_PER_BLOCK_OPTIN(97, device -> device.spec().cta().sharedBytesOptIn()),
    HOST_REGISTER_SUPPORTED(99, _ -> 1),
    VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED(102, _ -> 1),
    HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED(103, _ -> 1),
    MAX_BLOCKS_PER_MULTIPROCESSOR(106, device -> device.spec().multiprocessor().ctas()),
    RESERVED_SHARED_MEMORY_PER_BLOCK(111, device -> device.spec().cta().sharedBytesReserved()),
    READ_ONLY_HOST_REGISTER_SUPPORTED(113, _ -> 1),
    MEMORY_POOLS_SUPPORTED(115, _ -> 1),
    /// `CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR`.
    MEMPOOL_SUPPORTED_HANDLE_TYPES(119, _ -> 1),
    IPC_EVENT_SUPPORTED(125, _ -> 1),
    CLUSTER_LAUNCH(120, device -> ClusterOccupancy.isSupported(device.spec()) ? 1 : 0),
    CAN_USE_64_BIT_STREAM_MEM_OPS(122, _ -> 1),
    CAN_USE_STREAM_WAIT_VALUE_NOR(123, _ -> 1);

    /// The largest number that the driver 580.159 (CUDA 13.0) of an H200 accepts.
    public static final int LAST = 147;

    private static final Map<Integer, DeviceAttribute> BY_NUMBER =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(a -> a.number, a -> a));

    private final int number;

    @SuppressWarnings("ImmutableEnumChecker") // captures nothing
    private final ToIntFunction<EmulatedDevice> value;

    DeviceAttribute(int number, ToIntFunction<EmulatedDevice> value) {
        this.number = number;
        this.value = value;
    }

    /// The value of the attribute with a number from 1 to [#LAST].
    public static int value(int number, EmulatedDevice device) {
        return AttributeTable.value(number, device.spec())
                .orElseGet(() -> computed(number, device));
    }

    private static int computed(int number, EmulatedDevice device) {
        var attribute = BY_NUMBER.get(number);
        return attribute == null ? 0 : attribute.value.applyAsInt(device);
    }
}
