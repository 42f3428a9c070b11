package org.offloadtck.engine.launch;

/// The counters and the output of a launch.
///
/// @param output text that device code printed, in the order of CTAs
public record LaunchOutcome(LaunchCounters counters, String output) {}
