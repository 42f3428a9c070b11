package org.offloadtck.plugin;

/// A feature that only some devices have. A program that needs a missing capability is unsupported
/// on the device, not failed.
public enum Capability {
    /// Device memory has 64-bit addresses, which structures may contain. OpenCL buffers have none.
    RAW_ADDRESSES,
    /// Global variables of a program can be looked up by name.
    SYMBOLS,
    /// Device functions have addresses that device code can call through.
    FUNCTION_POINTERS,
    /// The device accepts a table that translates host function pointers
    /// (`__tgt_rtl_set_function_ptr_map` of the indirect-call design document).
    FUNCTION_POINTER_MAP,
    /// A launch can be stopped after a number of instructions, which detects endless loops.
    LAUNCH_LIMIT,
    /// Launches are timed: events have [LaunchMetric#ELAPSED].
    TIMING,
    /// Launches are counted exactly: events have instruction and traffic counters.
    COUNTERS,
    /// Launches are timed as on a modelled device after [Device#timeLaunches]: events have
    /// [LaunchMetric#CYCLES].
    TIME_MODEL,
    /// Host addresses are valid on the device.
    UNIFIED_MEMORY,
    /// Double precision arithmetic.
    DOUBLE_PRECISION
}
