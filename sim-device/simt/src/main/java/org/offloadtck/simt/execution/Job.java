package org.offloadtck.simt.execution;

import java.lang.foreign.MemorySegment;
import org.offloadtck.simt.image.Code;
import org.offloadtck.simt.image.DeviceFunction;
import org.offloadtck.simt.image.DeviceImage;

/// What a launch is to do, the same for every CTA.
///
/// @param parameters the kernel's, in native memory
/// @param workspace address of its [org.offloadtck.simt.image.GridWorkspace], or 0
record Job(
        DeviceImage image,
        DeviceFunction kernel,
        LaunchShape shape,
        MemorySegment parameters,
        long workspace,
        LaunchOptions options) {

    /// CTAs of the grid.
    long ctas() {
        return shape.grid().volume();
    }

    /// A frame of the kernel from which nothing was called yet.
    Frame.Entry entry() {
        return new Frame.Entry(
                kernel,
                image.code().fixed().values().length,
                Code.FIXED_PREDICATES,
                image.threadLocalBytes());
    }
}
