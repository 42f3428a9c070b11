package org.offloadtck.opencl;

import org.jocl.CL;
import org.jocl.cl_kernel;
import org.offloadtck.plugin.Kernel;

/// A kernel object; its program releases it.
///
/// @param argumentCount how many parameters the kernel declares
record OpenClKernel(String name, cl_kernel handle, int argumentCount, int maxGroupSize)
        implements Kernel {

    void release() {
        CL.clReleaseKernel(handle);
    }
}
