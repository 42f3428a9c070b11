package org.offloadtck.plugin;

import java.util.Locale;

/// A quantity that devices measure of a launch.
///
/// A device measures some of them: with [Capability#TIMING] `ELAPSED`, with [Capability#COUNTERS]
/// the counters, with [Capability#TIME_MODEL] the modelled quantities. A quantity that a device
/// does not measure is absent from the measurements of an event.
public enum LaunchMetric {
    /// Time between the start and the end of the launch on the device's clock.
    ELAPSED("ns", Exactness.SAMPLED),

    /// Instructions executed, counted once for each thread.
    THREAD_INSTRUCTIONS("instructions"),
    /// Instructions issued, counted once for each group of threads that executes together.
    WARP_INSTRUCTIONS("instructions"),
    GLOBAL_BYTES_READ("bytes"),
    GLOBAL_BYTES_WRITTEN("bytes"),

    /// Modelled duration in cycles of the modelled device.
    CYCLES("cycles"),
    /// How far the modelled cycles may be off, up or down; absent if they are exact.
    CYCLES_ERROR("cycles"),
    /// Modelled duration.
    MODELLED_TIME("ns"),
    /// The part of the modelled cycles that rests on assumed figures.
    ASSUMED("permille"),
    /// Warps resident on a multiprocessor, as a part of those that it can hold.
    OCCUPANCY("permille"),
    /// Groups resident on a multiprocessor, where the number of groups limits them.
    RESIDENT_GROUPS_LIMITED_BY_CTAS("groups"),
    /// Groups resident on a multiprocessor, where the number of warps limits them.
    RESIDENT_GROUPS_LIMITED_BY_WARPS("groups"),
    /// Groups resident on a multiprocessor, where registers limit them.
    RESIDENT_GROUPS_LIMITED_BY_REGISTERS("groups"),
    /// Groups resident on a multiprocessor, where shared memory limits them.
    RESIDENT_GROUPS_LIMITED_BY_SHARED_MEMORY("groups"),
    /// Modelled passes of shared memory accesses, more than one for each bank conflict.
    SHARED_PASSES("passes"),
    /// The most passes of one shared memory access, in multiples of its passes without bank
    /// conflicts.
    WORST_BANK_CONFLICT("passes"),
    /// Modelled 32-byte sectors of global memory accesses.
    GLOBAL_SECTORS("sectors"),
    L1_LOADED("bytes"),
    L1_HIT("bytes"),
    L2_LOADED("bytes"),
    L2_HIT("bytes"),
    DRAM_READ("bytes"),
    DRAM_WRITTEN("bytes");

    /// Whether the value of a metric repeats. Budgets compare exact values exactly and others with
    /// a margin.
    public enum Exactness {
        /// The same launch has the same value on every run and host.
        EXACT,
        /// A reading of a clock.
        SAMPLED
    }

    private final String unit;
    private final Exactness exactness;

    LaunchMetric(String unit) {
        this(unit, Exactness.EXACT);
    }

    LaunchMetric(String unit, Exactness exactness) {
        this.unit = unit;
        this.exactness = exactness;
    }

    /// The name in results and budgets: `thread-instructions`.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// The unit of the values: `instructions`, `bytes`, `ns`, `cycles`.
    public String unit() {
        return unit;
    }

    public Exactness exactness() {
        return exactness;
    }
}
