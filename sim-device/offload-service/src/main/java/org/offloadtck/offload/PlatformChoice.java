package org.offloadtck.offload;

import java.lang.foreign.MemorySegment;
import org.offloadtck.emulation.run.ExecOptions;

/// The choice of devices for a process.
///
/// @param platform name of their plugin
/// @param options of the run, which determine simulated devices
/// @param arena memory that the process maps too, for simulated devices
record PlatformChoice(String platform, ExecOptions options, MemorySegment arena) {}
