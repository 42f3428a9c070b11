package org.offloadtck.emulation.api;

import org.offloadtck.offload.protocol.RuntimeBackend;

/// Who is behind a device server.
///
/// @param runs of `offload-tck exec`
/// @param driver for processes that use `libcuda.so`
/// @param runtime for processes that use `libomptarget.so`
public record DeviceBackend(RunBackend runs, DriverBackend driver, RuntimeBackend runtime) {}
