package org.offloadtck.timing;

import java.util.List;
import org.offloadtck.timing.figures.Quantity;

/// How a scheduler spent a cycle: it issued an instruction, or it waited, by the reason of the warp
/// that issued next.
public enum CycleUse {
    /// It issued an instruction.
    ISSUE(0),
    /// The kernel or the CTA was being launched.
    LAUNCH(1, Quantity.KERNEL_LAUNCH, Quantity.CTA_LAUNCH),
    /// A result of arithmetic was not there yet.
    DEPENDENCY(2),
    /// The execution unit was taken by an earlier instruction.
    UNIT(3),
    /// The warp's next instruction came after a branch, a call or a long sequence.
    CONTROL(4),
    /// The multiprocessor's memory pipeline was full.
    QUEUE(5, Quantity.MEMORY_INTERVAL, Quantity.L1_MISSES),
    /// A result of shared memory was not there yet.
    SHARED(6, Quantity.SHARED_LATENCY, Quantity.SHARED_INTERVAL),
    /// A result of constant memory was not there yet.
    CONSTANT(7, Quantity.CONSTANT_LATENCY),
    /// A result of the first-level cache was not there yet.
    L1(8, Quantity.L1_LATENCY, Quantity.L1_BANDWIDTH),
    /// A result of the second-level cache was not there yet.
    L2(9, Quantity.L2_LATENCY, Quantity.L2_BANDWIDTH),
    /// A result of device memory was not there yet.
    DRAM(10, Quantity.DRAM_LATENCY, Quantity.DRAM_BANDWIDTH),
    /// An atomic's result was not there yet.
    ATOMIC(11, Quantity.ATOMIC_LATENCY, Quantity.ATOMIC_INTERVAL),
    /// Threads of the CTA had not reached the barrier.
    BARRIER(12, Quantity.BARRIER_LATENCY),
    /// It had no warp.
    IDLE(13),
    /// Stores of warps that have ended were on their way to memory.
    DRAIN(14, Quantity.DRAM_BANDWIDTH);

    private final int code;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<Quantity> quantities;

    CycleUse(int code, Quantity... quantities) {
        this.code = code;
        this.quantities = List.of(quantities);
    }

    /// Its place in tables of uses, from 0.
    public int code() {
        return code;
    }

    /// The figures of the device that such cycles depend on most.
    public List<Quantity> quantities() {
        return quantities;
    }
}
