package org.offloadtck.driver.emulation;

import static org.offloadtck.simt.execution.LaunchShape.MOST_CTAS;
import static org.offloadtck.simt.execution.LaunchShape.MOST_THREADS;

import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.simt.device.CtaDemand;
import org.offloadtck.simt.execution.Extent;
import org.offloadtck.simt.execution.LaunchLimits;
import org.offloadtck.simt.execution.LaunchShape;

/// Whether a device can run a launch (CUDA driver API 12.6, `cuLaunchKernel`).
///
/// @param call the launch
/// @param first index of `gridDimX`, behind which the rest of the shape follows
record LaunchCheck(Invocation call, int first) {

    private static final int GRID_Y = 1;
    private static final int GRID_Z = 2;
    private static final int BLOCK_X = 3;
    private static final int BLOCK_Y = 4;
    private static final int BLOCK_Z = 5;
    private static final int SHARED = 6;
    private static final int STREAM = 7;

    /// The stream, which must be of the kernel's context.
    Stream stream(KernelFunction function) {
        var stream = call.stream(first + STREAM);
        if (stream.context() != function.module().context()) {
            throw call.blame(
                    first + STREAM,
                    DriverResult.INVALID_HANDLE,
                    "is of another context than kernel " + function.name());
        }
        return stream;
    }

    LaunchShape shape(KernelFunction function) {
        var grid =
                new Extent(
                        extent(0, MOST_CTAS.x()),
                        extent(GRID_Y, MOST_CTAS.y()),
                        extent(GRID_Z, MOST_CTAS.z()));
        var block =
                new Extent(
                        extent(BLOCK_X, MOST_THREADS.x()),
                        extent(BLOCK_Y, MOST_THREADS.y()),
                        extent(BLOCK_Z, MOST_THREADS.z()));
        long most = FunctionAttribute.MAX_THREADS_PER_BLOCK.value(function);
        if (block.volume() > most) {
            throw Refusal.of(
                    DriverResult.INVALID_VALUE,
                    "block %s has %d threads when kernel %s can have %d"
                            .formatted(block, block.volume(), function.name(), most));
        }
        return new LaunchShape(grid, block, sharedBytes(function));
    }

    private int extent(int offset, int most) {
        long value = call.number(first + offset) & 0xffff_ffffL;
        if (value < 1 || value > most) {
            throw call.refusal(
                    first + offset, DriverResult.INVALID_VALUE, "should be from 1 to " + most);
        }
        return (int) value;
    }

    private int sharedBytes(KernelFunction function) {
        long bytes = call.raw(first + SHARED);
        if (Long.compareUnsigned(bytes, function.maxDynamicSharedBytes()) > 0) {
            throw call.refusal(
                    first + SHARED,
                    DriverResult.INVALID_VALUE,
                    "should be at most %d, or what cuFuncSetAttribute allows"
                            .formatted(function.maxDynamicSharedBytes()));
        }
        return (int) bytes;
    }

    /// What the launch may take of its device.
    ///
    /// A thread's stack may grow to the hardware's limit: `CU_LIMIT_STACK_SIZE` bounds recursion on
    /// a device whose compiler counted the rest, and here nothing is counted.
    static LaunchLimits limits(KernelFunction function, LaunchShape shape) {
        var context = function.module().context();
        int shared = function.code().sharedBytes() + shape.dynamicSharedBytes();
        int threads = (int) shape.cta().volume();
        int resident = context.gpu().spec().residentCtas(new CtaDemand(threads, 0, shared));
        if (resident == 0) {
            throw Refusal.of(
                    DriverResult.LAUNCH_OUT_OF_RESOURCES,
                    "a block of kernel %s with %d bytes of shared memory does not fit device %d"
                            .formatted(function.name(), shared, context.gpu().ordinal()));
        }
        return LaunchLimits.of(resident, context.heap());
    }

    /// Blocks that wait for each other must all be resident.
    static void requireResident(LaunchShape shape, LaunchLimits limits) {
        if (shape.grid().volume() > limits.residentCtas()) {
            throw Refusal.of(
                    DriverResult.COOPERATIVE_LAUNCH_TOO_LARGE,
                    "grid has %d blocks when %d fit the device at a time"
                            .formatted(shape.grid().volume(), limits.residentCtas()));
        }
    }
}
