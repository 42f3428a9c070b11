package org.offloadtck.opencl;

import java.util.List;
import org.jocl.CL;
import org.jocl.cl_kernel;
import org.offloadtck.plugin.Kernel;

/// A kernel object; its program releases it.
///
/// @param argumentCount how many parameters the kernel declares
/// @param localBytes local memory that a group needs, in bytes
/// @param requiredGroup the size of a group in each dimension, if the kernel has one
///   (`reqd_work_group_size`); otherwise empty
record OpenClKernel(
        String name,
        cl_kernel handle,
        int argumentCount,
        int maxGroupSize,
        long localBytes,
        List<Long> requiredGroup)
        implements Kernel {

    OpenClKernel {
        requiredGroup = List.copyOf(requiredGroup);
    }

    void release() {
        CL.clReleaseKernel(handle);
    }
}
