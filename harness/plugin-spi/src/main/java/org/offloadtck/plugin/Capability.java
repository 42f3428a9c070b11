package org.offloadtck.plugin;

/// What a device may or may not be able to do. A program that needs one the device lacks is
/// unsupported there, never failed.
public enum Capability {
    /// Device memory has 64-bit addresses that kernels can be handed inside structures. OpenCL
    /// buffers have none.
    RAW_ADDRESSES,
    /// Global variables of a program can be looked up by name.
    SYMBOLS,
    /// Device functions have addresses that device code can call through.
    FUNCTION_POINTERS,
    /// The device can be given a table that translates host function pointers
    /// (`__tgt_rtl_set_function_ptr_map` of the indirect-call design document).
    FUNCTION_POINTER_MAP,
    /// A launch can be stopped after a number of instructions, so that device code that never ends
    /// is found out.
    LAUNCH_LIMIT,
    /// Launches are timed: events carry `elapsed`.
    TIMING,
    /// Launches are counted exactly: events carry instruction and traffic counts.
    COUNTERS,
    /// Launches can be told of how long they would take on a device that is modelled: events carry
    /// `cycles` when [Device#timeLaunches] has asked.
    TIME_MODEL,
    /// Host addresses are valid on the device.
    UNIFIED_MEMORY,
    /// Double precision arithmetic.
    DOUBLE_PRECISION
}
