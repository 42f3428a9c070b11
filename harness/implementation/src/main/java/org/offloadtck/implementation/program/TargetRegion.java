package org.offloadtck.implementation.program;

/// A target region that was outlined.
///
/// @param kernel the entry's name, with the device and file ids of the compilation that made the
///   device code
public record TargetRegion(String kernel) {}
