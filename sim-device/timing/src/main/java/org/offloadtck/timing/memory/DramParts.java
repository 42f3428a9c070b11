package org.offloadtck.timing.memory;

import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.trace.AccessWord;

/// The device's memory, in a part for each slice of the second-level cache. A part serves one
/// request after another, reads before writes: writes wait in a buffer until it is full, and are
/// then served together, so that the bus turns around once for all of them. Reads that come
/// meanwhile wait.
///
/// Buffers are not full at the same time: they begin at levels between empty and full, as earlier
/// writes leave them.
final class DramParts {

    /// 2^64 over the golden ratio: its multiples are spread evenly.
    private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;

    private static final int LEVEL_BITS = 24;

    private final int fraction;

    /// Of each part, when it is free, in fractions of a cycle.
    private final long[] free;

    /// Of each part, the sectors in its buffer.
    private final int[] buffered;

    private final long sector;
    private final int batch;
    private final long turnaround;

    /// @param fraction bits of a time below the cycle
    DramParts(TimedDevice device, int fraction) {
        var timing = device.timing();
        int count = timing.value(Quantity.L2_SLICES);
        this.fraction = fraction;
        this.free = new long[count];
        this.buffered = new int[count];
        long sectors = ((long) AccessWord.SECTOR_BYTES * count) << fraction;
        long kilohertz = device.spec().multiprocessor().clockKilohertz();
        long bytesPerMillisecond = timing.figure(Quantity.DRAM_BANDWIDTH).value() * 1000;
        this.sector = sectors * kilohertz / bytesPerMillisecond;
        this.batch = timing.value(Quantity.DRAM_WRITE_BATCH) / AccessWord.SECTOR_BYTES;
        this.turnaround = (long) timing.value(Quantity.DRAM_TURNAROUND) << fraction;
        for (int i = 0; i < count; i++) {
            long level = (i * SPREAD) >>> (Long.SIZE - LEVEL_BITS);
            buffered[i] = (int) ((level * batch) >> LEVEL_BITS);
        }
    }

    /// Reads sectors.
    ///
    /// @param start when the request arrives, in fractions of a cycle
    /// @return when the part begins to serve it, in cycles
    long read(int part, int sectors, long start) {
        long from = Math.max(start, free[part]);
        free[part] = from + sectors * sector;
        return from >> fraction;
    }

    /// Writes sectors.
    ///
    /// @param start when the request arrives, in fractions of a cycle
    /// @return when the buffer has room for the next write, in fractions of a cycle
    long write(int part, int sectors, long start) {
        buffered[part] += sectors;
        if (buffered[part] < batch) {
            return start;
        }
        long from = Math.max(start, free[part]);
        free[part] = from + buffered[part] * sector + turnaround;
        buffered[part] = 0;
        return free[part];
    }
}
