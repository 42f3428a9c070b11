package org.offloadtck.engine.launch;

import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;
import org.offloadtck.engine.launch.KernelFaultException.FaultingThread;

/// A call of the CUDA device runtime that failed, so that work of the thread does not run, or that
/// passes a child kernel a pointer which it cannot use.
public record DeviceRuntimeProblem(FaultingThread thread, CodeLocation location, String problem) {}
