package org.offloadtck.implementation.lowering;

/// Whether a compiler was asked for debug information, on which it tells the runtime where each
/// construct is and what each mapped variable is called.
///
/// @see "Offloading Design & Internals, Debugging Information"
public enum DebugInformation {
    NONE,
    /// `-g`.
    FULL
}
