package org.offloadtck.offload;

import java.lang.foreign.MemorySegment;
import org.offloadtck.emulation.run.ExecOptions;

/// Which devices a process gets.
///
/// @param platform whose they are
/// @param options of the run: what simulated devices are like, and how many
/// @param arena memory that the process shares, for simulated devices
record PlatformChoice(String platform, ExecOptions options, MemorySegment arena) {}
