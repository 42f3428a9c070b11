package org.offloadtck.engine.launch;

/// What a launch leaves behind besides memory.
///
/// @param output what device code printed, in the order it did
public record LaunchOutcome(LaunchCounters counters, String output) {}
