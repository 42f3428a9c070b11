package org.offloadtck.driver.offload;

import java.lang.foreign.MemorySegment;
import org.offloadtck.driver.report.RunOptions;

/// Which devices a process gets.
///
/// @param platform whose they are
/// @param options of the run: what simulated devices are like, and how many
/// @param arena memory that the process shares, for simulated devices
record DeviceChoice(String platform, RunOptions options, MemorySegment arena) {}
