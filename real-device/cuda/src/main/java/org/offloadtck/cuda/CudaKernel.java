package org.offloadtck.cuda;

import java.util.List;
import jcuda.driver.CUfunction;
import org.offloadtck.plugin.Kernel;

/// An entry of a module.
///
/// @param parameterSizes of each parameter, in bytes
record CudaKernel(String name, CUfunction handle, List<Integer> parameterSizes, int maxGroupSize)
        implements Kernel {

    CudaKernel {
        parameterSizes = List.copyOf(parameterSizes);
    }
}
