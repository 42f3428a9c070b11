package org.offloadtck.timing.figures;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/// What `timing.csv` says of every device. Latencies and intervals are in cycles of the
/// multiprocessor's clock.
public enum Quantity {
    INTEGER_LATENCY,
    INTEGER_INTERVAL,
    FLOAT_LATENCY,
    FLOAT_INTERVAL,
    HALF_LATENCY,
    HALF_INTERVAL,
    DOUBLE_LATENCY,
    /// Of one unit, whether a scheduler has it alone or not.
    DOUBLE_INTERVAL,
    /// Schedulers of a multiprocessor that share one unit of 64-bit floating point; 1 where each
    /// has its own.
    DOUBLE_SCHEDULERS,
    /// From a product of matrices to the use of its result.
    TENSOR_LATENCY,
    /// Of a part of a product of matrices: 1024 products of 16 bits, which are those of the shape
    /// m16n8k8.
    TENSOR_INTERVAL,
    SPECIAL_LATENCY,
    SPECIAL_INTERVAL,
    /// Of the load and store unit of a partition.
    MEMORY_INTERVAL,
    /// From a branch, taken or not, to the warp's next instruction.
    CONTROL_LATENCY,
    CONTROL_INTERVAL,
    /// From an instruction that writes a predicate to an instruction that the predicate guards.
    PREDICATE_LATENCY,
    /// From the last arrival at a barrier to the next instruction of those that waited.
    BARRIER_LATENCY,
    /// Least distance of two arrivals of warps at barriers of a multiprocessor.
    BARRIER_INTERVAL,
    /// From a load of shared memory without conflicts to the use of its result.
    SHARED_LATENCY,
    /// Time of the multiprocessor's shared memory for one access of every bank.
    SHARED_INTERVAL,
    /// Further time of it for each further word that an access needs of a bank.
    SHARED_CONFLICT_INTERVAL,
    SHARED_BANKS,
    /// Width of a bank.
    SHARED_BANK_BYTES,
    /// From a load of shared memory of another multiprocessor's CTA to the use of its result; 0
    /// where there are no clusters, as for the following three.
    DSMEM_LATENCY,
    /// What a multiprocessor sends, and what it receives, of accesses to the shared memory of other
    /// CTAs of a cluster, in bytes a cycle each.
    DSMEM_BANDWIDTH,
    /// The same for clusters of two CTAs.
    DSMEM_PAIR_BANDWIDTH,
    /// From the last arrival at the barrier of a cluster to the next instruction of those that
    /// waited, beside the fence of the arrival.
    CLUSTER_BARRIER_LATENCY,
    /// What first-level cache and shared memory of a multiprocessor share.
    L1_BYTES,
    L1_LATENCY,
    /// Of one multiprocessor, in bytes a cycle.
    L1_BANDWIDTH,
    L1_LINE_BYTES,
    L1_WAYS,
    /// Lines a multiprocessor can be waiting for.
    L1_MISSES,
    /// Of one multiprocessor; each filters up to four texels of one lane a cycle.
    TEXTURE_UNITS,
    /// What caches and memory move at a time.
    SECTOR_BYTES,
    /// Of a hit in the half of the second-level cache that is near.
    L2_LATENCY,
    /// Of a hit in the half that is far; where there are no halves, as [#L2_LATENCY].
    L2_FAR_LATENCY,
    /// Of all slices together, in bytes a cycle.
    L2_BANDWIDTH,
    L2_LINE_BYTES,
    L2_WAYS,
    L2_SLICES,
    /// Of a load that no cache answers.
    DRAM_LATENCY,
    /// What programs reach, in megabytes (10^6) a second, read and written bytes added.
    DRAM_BANDWIDTH,
    /// Bytes that the memory behind a slice writes together, once so many wait.
    DRAM_WRITE_BATCH,
    /// From the last read before such a batch to its first write, and from its last write to the
    /// next read, added.
    DRAM_TURNAROUND,
    /// Of a hit in the constant cache of the multiprocessor.
    CONSTANT_LATENCY,
    CONSTANT_MISS_LATENCY,
    /// From an atomic on global memory to the use of its result, in the half of the second-level
    /// cache that is near.
    ATOMIC_LATENCY,
    /// In the half that is far; where there are no halves, as [#ATOMIC_LATENCY].
    ATOMIC_FAR_LATENCY,
    /// Time of a slice for an atomic on one sector.
    ATOMIC_INTERVAL,
    /// From a call of `malloc` or `free` by one thread of a warp to its return.
    HEAP_LATENCY,
    /// Further time of it for each further thread of the warp that calls.
    HEAP_INTERVAL,
    /// Nanoseconds between the times at which threads wake up from `nanosleep`.
    SLEEP_TICK,
    /// From when a CTA finds room to its first instruction.
    CTA_LAUNCH,
    /// From the launch to the first CTA, and from the end of the last to the end of the kernel.
    KERNEL_LAUNCH;

    /// As the table writes it.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The quantity that tables write so.
    ///
    /// @throws FigureOutOfRangeException if there is none
    public static Quantity of(String word) {
        return Arrays.stream(values())
                .filter(quantity -> quantity.word().equals(word))
                .findFirst()
                .orElseThrow(() -> FigureOutOfRangeException.unknown(word));
    }

    /// The named quantities, with their values.
    ///
    /// @throws FigureOutOfRangeException if there is none of a name
    public static Map<Quantity, Long> named(Map<String, Long> values) {
        var named = new EnumMap<Quantity, Long>(Quantity.class);
        values.forEach((word, value) -> named.put(of(word), value));
        return named;
    }
}
