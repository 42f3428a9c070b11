package org.offloadtck.implementation.program;

/// The clause of the declare target directive that names a variable.
///
/// @see "OpenMP 5.2, 7.8.1: declare target directive"
public enum DeclareTarget {
    /// No directive names the variable: it reaches a device only by being mapped.
    NONE,
    /// A copy exists on every device (`to` up to OpenMP 5.1).
    ENTER,
    /// The device has a pointer to it, set when it is mapped.
    LINK
}
