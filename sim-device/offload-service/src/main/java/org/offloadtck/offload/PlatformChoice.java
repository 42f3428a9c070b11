package org.offloadtck.offload;

import org.offloadtck.emulation.run.ExecOptions;
import org.offloadtck.engine.memory.GlobalMemory;

/// The choice of devices for a process.
///
/// @param platform name of their plugin
/// @param options of the run, which determine simulated devices
/// @param memory of simulated devices
record PlatformChoice(String platform, ExecOptions options, GlobalMemory memory) {}
