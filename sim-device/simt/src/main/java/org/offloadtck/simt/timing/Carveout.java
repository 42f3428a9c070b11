package org.offloadtck.simt.timing;

import java.util.List;
import org.offloadtck.simt.device.DeviceSpec;
import org.offloadtck.simt.device.Quantity;

/// How a multiprocessor divides its memory between shared memory and first-level cache.
final class Carveout {

    private static final int KIB = 1 << 10;

    /// What shared memory may be set to, in KiB (CUDA 13 `cuda_occupancy.h`): of the devices from
    /// compute capability 8.0 on those that they have.
    private static final List<Integer> SIZES = List.of(0, 8, 16, 32, 64, 100, 132, 164, 196, 228);

    /// Least of compute capability 7.5, in KiB (the same).
    private static final int LEAST_OF_TURING = 32;

    private static final int TURING = 75;

    private Carveout() {}

    /// Bytes of first-level cache that are left, when shared memory is as small as it can be.
    ///
    /// @param shared bytes of shared memory that CTAs take
    static long l1Bytes(DeviceSpec spec, long shared) {
        int least = spec.sm() == TURING ? LEAST_OF_TURING : 0;
        long taken =
                SIZES.stream()
                        .filter(size -> size >= least)
                        .mapToLong(size -> (long) size * KIB)
                        .filter(size -> size >= shared)
                        .findFirst()
                        .orElse(shared);
        return spec.timing().value(Quantity.L1_BYTES) - taken;
    }
}
