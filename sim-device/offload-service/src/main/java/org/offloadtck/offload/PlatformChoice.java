package org.offloadtck.offload;

import org.offloadtck.emulation.api.SharedSpace;
import org.offloadtck.emulation.run.ExecOptions;

/// The choice of devices for a process.
///
/// @param platform name of their plugin
/// @param options of the run, which determine simulated devices
/// @param space memory that the process shares with simulated devices
record PlatformChoice(String platform, ExecOptions options, SharedSpace space) {}
