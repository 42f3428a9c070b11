package org.offloadtck.simt.execution;

/// What a launch leaves behind besides memory.
///
/// @param output what device code printed, in the order it did
public record LaunchResult(LaunchCounters counters, String output) {}
