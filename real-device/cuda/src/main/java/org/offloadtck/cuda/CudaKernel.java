package org.offloadtck.cuda;

import jcuda.driver.CUfunction;
import org.offloadtck.plugin.Kernel;

/// An entry of a module.
///
/// @param parameterCount how many parameters its PTX declares
record CudaKernel(String name, CUfunction handle, int parameterCount, int maxGroupSize)
        implements Kernel {}
