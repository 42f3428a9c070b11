package org.offloadtck.timing.figures;

import java.util.Arrays;
import java.util.Locale;

/// What executes an instruction: each partition of a multiprocessor has one of each kind, but for
/// [#DOUBLE] where partitions share it.
public enum ExecutionUnit {
    /// 32-bit integers, logic, shifts, comparisons, selections, moves.
    INTEGER(Quantity.INTEGER_LATENCY, Quantity.INTEGER_INTERVAL),
    /// 32-bit floating point, and products of integers.
    FLOAT(Quantity.FLOAT_LATENCY, Quantity.FLOAT_INTERVAL),
    /// 16-bit floating point, in pairs.
    HALF(Quantity.HALF_LATENCY, Quantity.HALF_INTERVAL),
    /// 64-bit floating point; [Quantity#DOUBLE_SCHEDULERS] says how many schedulers share one.
    DOUBLE(Quantity.DOUBLE_LATENCY, Quantity.DOUBLE_INTERVAL),
    /// Products of matrices, in parts of 1024 products of 16 bits.
    TENSOR(Quantity.TENSOR_LATENCY, Quantity.TENSOR_INTERVAL),
    /// Transcendental functions, conversions of numbers, counts of bits, special registers.
    SPECIAL(Quantity.SPECIAL_LATENCY, Quantity.SPECIAL_INTERVAL),
    /// Loads, stores, atomics, shuffles. Its latency is that of shared memory; of global memory,
    /// the level's that answers.
    MEMORY(Quantity.SHARED_LATENCY, Quantity.MEMORY_INTERVAL),
    /// Branches, calls, barriers. Its latency is until the warp's next instruction can issue.
    CONTROL(Quantity.CONTROL_LATENCY, Quantity.CONTROL_INTERVAL);

    private final Quantity latency;
    private final Quantity interval;

    ExecutionUnit(Quantity latency, Quantity interval) {
        this.latency = latency;
        this.interval = interval;
    }

    /// From the issue of an instruction until one that needs its result can issue.
    public Quantity latency() {
        return latency;
    }

    /// From the issue of a warp's instruction until the unit takes another.
    public Quantity interval() {
        return interval;
    }

    /// As tables write it.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The unit that tables write so.
    public static ExecutionUnit of(String word) {
        return Arrays.stream(values())
                .filter(unit -> unit.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no execution unit " + word));
    }
}
