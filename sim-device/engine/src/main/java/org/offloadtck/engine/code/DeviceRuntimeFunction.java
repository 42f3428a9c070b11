package org.offloadtck.engine.code;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// A function of the CUDA device runtime, which kernels call to launch kernels (CUDA 13.0,
/// `cuda_device_runtime_api.h`, *CDP2 endpoints*). NVIDIA's `libcudadevrt.a` defines them as
/// machine code; the simulated device provides them. Functions of the first version (CUDA 11.8, the
/// same header) have the same parameters and names without `__` and `CDP2`. Of those,
/// `cudaDeviceSynchronize` is not provided: a kernel would wait for its children.
///
/// A function with the suffix `_ptsz` uses the stream of the calling thread where the other one
/// uses the stream of its block. Both are the same here, since work runs in the order of
/// submission.
public enum DeviceRuntimeFunction implements BuiltinFunction {
    GET_PARAMETER_BUFFER("GetParameterBuffer", 0),
    GET_PARAMETER_BUFFER_V2("GetParameterBufferV2", 0),
    LAUNCH_DEVICE("LaunchDevice", 0),
    LAUNCH_DEVICE_V2("LaunchDeviceV2", 0),
    STREAM_CREATE("StreamCreateWithFlags", 8),
    STREAM_DESTROY("StreamDestroy", 0),
    STREAM_WAIT_EVENT("StreamWaitEvent", 0),
    EVENT_CREATE("EventCreateWithFlags", 8),
    EVENT_RECORD("EventRecord", 0),
    EVENT_RECORD_WITH_FLAGS("EventRecordWithFlags", 0),
    EVENT_DESTROY("EventDestroy", 0),
    MEMCPY("MemcpyAsync", 0),
    MEMCPY_2D("Memcpy2DAsync", 0),
    MEMSET("MemsetAsync", 0),
    MEMSET_2D("Memset2DAsync", 0),
    MALLOC("Malloc", 8),
    FREE("Free", 0),
    GET_LAST_ERROR("GetLastError", 0),
    PEEK_AT_LAST_ERROR("PeekAtLastError", 0),
    GET_ERROR_NAME("GetErrorName", 0),
    GET_ERROR_STRING("GetErrorString", 0),
    GET_DEVICE("GetDevice", 4),
    DEVICE_GET_ATTRIBUTE("DeviceGetAttribute", 4),
    DEVICE_GET_LIMIT("DeviceGetLimit", 8),
    DEVICE_GET_CACHE_CONFIG("DeviceGetCacheConfig", 4),
    DEVICE_GET_SHARED_MEM_CONFIG("DeviceGetSharedMemConfig", 4),
    RUNTIME_GET_VERSION("RuntimeGetVersion", 4),
    OCCUPANCY("OccupancyMaxActiveBlocksPerMultiprocessor", 4),
    OCCUPANCY_WITH_FLAGS("OccupancyMaxActiveBlocksPerMultiprocessorWithFlags", 4);

    private static final String PREFIX = "__cudaCDP2";
    private static final String FIRST_PREFIX = "cuda";
    private static final String PER_THREAD = "_ptsz";

    private static final Map<String, DeviceRuntimeFunction> BY_NAME =
            Arrays.stream(values())
                    .collect(toUnmodifiableMap(function -> function.name, Function.identity()));

    private final String name;
    private final int outputBytes;

    DeviceRuntimeFunction(String name, int outputBytes) {
        this.name = name;
        this.outputBytes = outputBytes;
    }

    /// The function of that symbol, in either version.
    public static Optional<DeviceRuntimeFunction> of(String symbol) {
        var prefix = symbol.startsWith(PREFIX) ? PREFIX : FIRST_PREFIX;
        if (!symbol.startsWith(prefix)) {
            return Optional.empty();
        }
        int end = symbol.length() - (symbol.endsWith(PER_THREAD) ? PER_THREAD.length() : 0);
        return Optional.ofNullable(BY_NAME.get(symbol.substring(prefix.length(), end)));
    }

    /// Its symbol in the second version.
    public String symbol() {
        return PREFIX + name;
    }

    /// Whether the function allocates or frees memory of the heap of `malloc`.
    public boolean isOfHeap() {
        return this == MALLOC || this == FREE;
    }

    /// Whether the function returns a pointer, null if it fails, and no error code.
    public boolean returnsPointer() {
        return this == GET_PARAMETER_BUFFER || this == GET_PARAMETER_BUFFER_V2;
    }

    /// Bytes that the function writes where its first argument points to; 0 if it writes none.
    public int outputBytes() {
        return outputBytes;
    }
}
