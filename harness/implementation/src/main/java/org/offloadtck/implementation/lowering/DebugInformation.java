package org.offloadtck.implementation.lowering;

/// Whether the compiler writes debug information, with which the runtime reports source locations
/// and variable names.
///
/// Requirements: OE-22, OE-27.
///
/// @see "Offloading Design & Internals, Debugging Information"
public enum DebugInformation {
    NONE,
    /// `-g`.
    FULL
}
