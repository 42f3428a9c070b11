package org.offloadtck.emulation.resource;

import java.util.Arrays;
import java.util.Optional;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.memory.DeviceHeap;

/// A limit of a context (CUDA driver API 12.6, `CUlimit`): its initial value, and what a driver
/// makes of a value that is set. Smallest values, units and largest values are those of an NVIDIA
/// H200, driver 580.159 (2026-11-26).
public enum ContextLimit {
    /// In bytes a thread. Initially 1 KiB (CUDA C++ Programming Guide 13.0, §10.9).
    STACK_SIZE(0, new Range(0, 16, LaunchLimits.MAX_LOCAL)) {
        @Override
        long initial(DeviceSpec device) {
            return 1 << 10;
        }
    },
    /// In bytes. Initially 64 KiB for each multiprocessor, as on the H200, or else 1 MiB (CUDA C++
    /// Programming Guide 13.0, §10.33.2).
    PRINTF_FIFO_SIZE(1, new Range(512 << 10, 256, Range.ANY)) {
        @Override
        long initial(DeviceSpec device) {
            return Math.max(1 << 20, (long) device.multiprocessor().count() << 16);
        }
    },
    /// In bytes.
    MALLOC_HEAP_SIZE(2, new Range(4 << 20, 64 << 10, Range.ANY)) {
        @Override
        long initial(DeviceSpec device) {
            return DeviceHeap.DEFAULT_LIMIT;
        }
    },
    /// Initially 2 (CUDA runtime API 12.6, `cudaLimitDevRuntimeSyncDepth`); devices of compute
    /// capability 9.0 do not have it.
    DEV_RUNTIME_SYNC_DEPTH(3, new Range(0, 1, Range.ANY)) {
        @Override
        long initial(DeviceSpec device) {
            return 2;
        }

        @Override
        public boolean isSupported(DeviceSpec device) {
            return device.sm() < 90;
        }
    },
    /// Initially 2048 (CUDA C++ Programming Guide 13.0, §13.5.4.1.1).
    DEV_RUNTIME_PENDING_LAUNCH_COUNT(4, new Range(32, 1, Range.ANY)) {
        @Override
        long initial(DeviceSpec device) {
            return 2048;
        }

        @Override
        public long effective(long value, DeviceSpec device) {
            return Math.min(super.effective(value, device), 599_186);
        }
    },
    /// In bytes, a hint: 0 to 128 (CUDA driver API 12.6, `cuCtxSetLimit`).
    MAX_L2_FETCH_GRANULARITY(5, new Range(0, 1, 129)) {
        @Override
        long initial(DeviceSpec device) {
            return 64;
        }
    },
    /// In bytes. The unit is 1/16 of the second-level cache, of which 3 are set aside initially.
    PERSISTING_L2_CACHE_SIZE(6, new Range(0, 1, Range.ANY)) {
        @Override
        long initial(DeviceSpec device) {
            return 3 * unit(device);
        }

        @Override
        public long effective(long value, DeviceSpec device) {
            return Math.ceilDiv(value, unit(device)) * unit(device);
        }

        private static long unit(DeviceSpec device) {
            return device.memory().l2Bytes() / 16;
        }
    },
    /// In bytes; it can only be read.
    SHMEM_SIZE(7, new Range(0, 1, 0)) {
        @Override
        long initial(DeviceSpec device) {
            return device.cta().sharedBytesOptIn();
        }
    },
    /// Whether CUDA in graphics is enabled; it can only be read.
    CIG_ENABLED(8, new Range(0, 1, 0)) {
        @Override
        long initial(DeviceSpec device) {
            return 0;
        }
    };

    private final int number;

    @SuppressWarnings("ImmutableEnumChecker") // of numbers
    private final Range range;

    /// The values of a limit.
    ///
    /// @param least to which less is raised
    /// @param unit to whose multiples others are rounded up
    /// @param below the first value that is rejected
    private record Range(long least, long unit, long below) {

        /// No value of a driver's test was so large; a multiple of a unit cannot overflow.
        private static final long ANY = 1L << 62;
    }

    ContextLimit(int number, Range range) {
        this.number = number;
        this.range = range;
    }

    abstract long initial(DeviceSpec device);

    /// Whether a device has the limit.
    public boolean isSupported(DeviceSpec device) {
        return true;
    }

    /// The first value that is rejected.
    public long below() {
        return range.below();
    }

    /// The value that the limit has after `value` is set.
    public long effective(long value, DeviceSpec device) {
        return Math.ceilDiv(Math.max(value, range.least()), range.unit()) * range.unit();
    }

    public static Optional<ContextLimit> of(int number) {
        return Arrays.stream(values()).filter(limit -> limit.number == number).findFirst();
    }
}
