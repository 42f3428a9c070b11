package org.offloadtck.sim;

import org.offloadtck.simt.execution.LaunchShape;
import org.offloadtck.simt.image.Code;

/// What a simulated device is like.
///
/// @param name what it is called
/// @param sm its architecture: 90 for `sm_90`
/// @param multiprocessors how many it has
/// @param threadsPerMultiprocessor most threads resident on one
/// @param ctasPerMultiprocessor most CTAs resident on one
/// @param sharedBytesPerCta most shared memory of a CTA
/// @param memoryBytes of global memory
record DeviceSpec(
        String name,
        int sm,
        int multiprocessors,
        int threadsPerMultiprocessor,
        int ctasPerMultiprocessor,
        int sharedBytesPerCta,
        long memoryBytes) {

    /// As large as an H100 SXM in what a program can notice, but for memory, of which there is 1
    /// GiB. Sources: CUDA C++ Programming Guide 13.0, technical specifications, compute capability
    /// 9.0; multiprocessors, NVIDIA H100 data sheet.
    static final DeviceSpec SM_90 =
            new DeviceSpec("Simulated sm_90", 90, 132, 2048, 32, 227 << 10, 1L << 30);

    /// Most threads of a CTA.
    int maxGroupSize() {
        return LaunchShape.MAX_CTA;
    }

    int warpSize() {
        return Code.LANES;
    }

    /// How many CTAs of that many threads the device holds at a time.
    int residentCtas(long threads) {
        long warps = Math.ceilDiv(threads, warpSize());
        long fit = threadsPerMultiprocessor / (warps * warpSize());
        return (int) Math.min(fit, ctasPerMultiprocessor) * multiprocessors;
    }
}
