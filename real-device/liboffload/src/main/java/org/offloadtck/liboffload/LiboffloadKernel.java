package org.offloadtck.liboffload;

import java.lang.foreign.MemorySegment;
import org.offloadtck.plugin.Kernel;

/// A kernel of a program.
///
/// @param maxGroupSize that of the device, as liboffload states none of kernels
record LiboffloadKernel(String name, MemorySegment handle, int maxGroupSize) implements Kernel {}
