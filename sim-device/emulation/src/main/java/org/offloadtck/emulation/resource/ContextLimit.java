package org.offloadtck.emulation.resource;

import java.util.Arrays;
import java.util.Optional;
import org.offloadtck.engine.memory.DeviceHeap;

/// A limit of a context (CUDA driver API 12.6, `CUlimit`) and its initial value.
public enum ContextLimit {
    /// CUDA C++ Programming Guide 13.0, §10.9 (*Function Parameters*, stack): 1 KiB a thread.
    STACK_SIZE(0, 1 << 10),
    /// CUDA C++ Programming Guide 13.0, §10.33.2 (*Limitations* of formatted output): 1 MiB.
    PRINTF_FIFO_SIZE(1, 1 << 20),
    MALLOC_HEAP_SIZE(2, DeviceHeap.DEFAULT_LIMIT),
    /// CUDA runtime API 12.6, `cudaLimitDevRuntimeSyncDepth`.
    DEV_RUNTIME_SYNC_DEPTH(3, 2),
    /// CUDA C++ Programming Guide 13.0, §13.5.4.1.1: 2048.
    DEV_RUNTIME_PENDING_LAUNCH_COUNT(4, 2048),
    /// CUDA driver API 12.6, `cuCtxSetLimit`: 0 to 128, a hint.
    MAX_L2_FETCH_GRANULARITY(5, 128),
    PERSISTING_L2_CACHE_SIZE(6, 0);

    private final int number;
    private final long initial;

    ContextLimit(int number, long initial) {
        this.number = number;
        this.initial = initial;
    }

    long initial() {
        return initial;
    }

    public static Optional<ContextLimit> of(int number) {
        return Arrays.stream(values()).filter(limit -> limit.number == number).findFirst();
    }
}
