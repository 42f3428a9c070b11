package org.offloadtck.emulation.stream;

import static org.offloadtck.engine.thread.LaunchShape.MAX_CTA;
import static org.offloadtck.engine.thread.LaunchShape.MAX_GRID;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.kernel.KernelClusters;
import org.offloadtck.emulation.module.FunctionAttribute;
import org.offloadtck.emulation.queue.StreamCommand;
import org.offloadtck.emulation.queue.StreamCommand.Launch.Outcome;
import org.offloadtck.emulation.queue.StreamCommand.Launch.Residence;
import org.offloadtck.emulation.resource.EmulatedStream;
import org.offloadtck.emulation.resource.KernelFunction;
import org.offloadtck.emulation.session.Invocation;
import org.offloadtck.engine.device.ClusterOccupancy;
import org.offloadtck.engine.device.CtaDemand;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.ptx.ir.FunctionDirective.Kind;

/// Validates the arguments of a launch (CUDA driver API 12.6, `cuLaunchKernel`).
///
/// @param call the launch
/// @param first index of `gridDimX`, after which the rest of the shape follows
record LaunchValidation(Invocation call, int first, LaunchAttributes attributes) {

    private static final int GRID_Y = 1;
    private static final int GRID_Z = 2;
    private static final int BLOCK_X = 3;
    private static final int BLOCK_Y = 4;
    private static final int BLOCK_Z = 5;
    private static final int SHARED = 6;
    private static final int STREAM = 7;

    /// Largest alignment of a parameter in bytes, to which a structure of the parameters may be
    /// padded.
    private static final int MAX_PADDING = 16;

    /// A launch without attributes.
    LaunchValidation(Invocation call, int first) {
        this(call, first, LaunchAttributes.NONE);
    }

    /// The kernel in argument `index`. A launch on the null stream needs a current context before
    /// it needs a kernel: with neither, an H200 with driver 580.159 returns 201. A kernel of a
    /// library is that of the context of the stream.
    KernelFunction kernel(int index) {
        if (call.raw(first + STREAM) == 0) {
            call.current();
        }
        return call.kernel(index, () -> call.stream(first + STREAM).context());
    }

    /// The stream, which must belong to the context of the kernel. A created stream carries its
    /// context, so that no context has to be current; a default stream is one of the current
    /// context.
    ///
    /// Source: no CUDA plugin of LLVM 16 to 22 makes a context current before a launch
    /// (`CUDAKernelTy::launchImpl`), and LLVM's tests of tasks launch on such threads; a launch on
    /// the null stream without a current context returns 201 (Triton, issue 3729).
    EmulatedStream stream(KernelFunction function) {
        var stream = call.stream(first + STREAM);
        if (stream.context() != function.module().context()) {
            if (stream.isDefault()) {
                throw DriverCallException.misuse(
                        DriverResult.INVALID_CONTEXT,
                        "kernel %s is of another context than the current one"
                                .formatted(function.name()));
            }
            throw call.misuse(
                    first + STREAM,
                    DriverResult.INVALID_HANDLE,
                    "is of another context than kernel " + function.name());
        }
        return stream;
    }

    /// The launch of a kernel.
    ///
    /// @param given the block of its parameters
    StreamCommand.Launch command(KernelFunction function, byte[] given, Residence residence) {
        var shape = shape(function);
        var limits = limits(function, shape);
        if (residence == Residence.ALL) {
            requireResident(shape, limits);
        }
        return new StreamCommand.Launch(
                function.module().context(),
                function,
                function.module().executable(function.code()),
                shape,
                MemorySegment.ofArray(parameters(function, given)),
                limits,
                residence,
                Outcome.RUN);
    }

    LaunchShape shape(KernelFunction function) {
        var grid =
                new Extent3D(
                        extent(0, MAX_GRID.x()),
                        extent(GRID_Y, MAX_GRID.y()),
                        extent(GRID_Z, MAX_GRID.z()));
        var block = block(function);
        var clusters = new KernelClusters(function.configured());
        var ctas = clusters.ctas(grid);
        return new LaunchShape(
                ctas, block, sharedBytes(function), clusters.of(ctas, attributes.cluster()));
    }

    Extent3D block(KernelFunction function) {
        var block =
                new Extent3D(
                        extent(BLOCK_X, MAX_CTA.x()),
                        extent(BLOCK_Y, MAX_CTA.y()),
                        extent(BLOCK_Z, MAX_CTA.z()));
        long most = FunctionAttribute.MAX_THREADS_PER_BLOCK.value(function);
        if (block.volume() > most) {
            throw DriverCallException.of(
                    DriverResult.INVALID_VALUE,
                    "block %s has %d threads when kernel %s can have %d"
                            .formatted(block, block.volume(), function.name(), most));
        }
        requireExact(function, block);
        return block;
    }

    /// Requires the block that `.reqntid` states, in each dimension.
    private static void requireExact(KernelFunction function, Extent3D block) {
        var actual = List.of((long) block.x(), (long) block.y(), (long) block.z());
        for (var directive : function.code().function().signature().directives()) {
            var wanted = directive.values();
            if (directive.kind() == Kind.REQNTID
                    && (!actual.subList(0, wanted.size()).equals(wanted)
                            || actual.stream().skip(wanted.size()).anyMatch(n -> n != 1))) {
                throw DriverCallException.of(
                        DriverResult.INVALID_VALUE,
                        "block is %s when kernel %s needs %s"
                                .formatted(block, function.name(), wanted));
            }
        }
    }

    /// The parameter block of a launch. Of one that is too short the rest is zeros; one that is
    /// longer by more than padding takes too many resources (H200, driver 580.159).
    private static byte[] parameters(KernelFunction function, byte[] given) {
        int wanted = function.code().parameterBytes();
        if (given.length == 0 && wanted > 0) {
            throw DriverCallException.of(
                    DriverResult.INVALID_VALUE,
                    "parameters have no bytes when kernel %s takes %d"
                            .formatted(function.name(), wanted));
        }
        if (given.length > Math.ceilDiv(wanted, MAX_PADDING) * MAX_PADDING) {
            throw DriverCallException.of(
                    DriverResult.LAUNCH_OUT_OF_RESOURCES,
                    "parameters have %d bytes when kernel %s takes %d"
                            .formatted(given.length, function.name(), wanted));
        }
        return given.length == wanted ? given : Arrays.copyOf(given, wanted);
    }

    private int extent(int offset, int most) {
        long value = call.number(first + offset) & 0xffff_ffffL;
        if (value < 1 || value > most) {
            throw call.error(
                    first + offset, DriverResult.INVALID_VALUE, "should be from 1 to " + most);
        }
        return (int) value;
    }

    int sharedBytes(KernelFunction function) {
        long bytes = call.raw(first + SHARED);
        if (Long.compareUnsigned(bytes, function.maxDynamicSharedBytes()) > 0) {
            throw call.error(
                    first + SHARED,
                    DriverResult.INVALID_VALUE,
                    "should be at most %d, or what cuFuncSetAttribute allows"
                            .formatted(function.maxDynamicSharedBytes()));
        }
        return (int) bytes;
    }

    /// The resources of the device that the launch may use.
    ///
    /// The stack of a thread may grow to the limit of the hardware. `CU_LIMIT_STACK_SIZE` does not
    /// apply: it limits recursion on a device whose compiler has computed the rest.
    private static LaunchLimits limits(KernelFunction function, LaunchShape shape) {
        var context = function.module().context();
        int shared = function.staticSharedBytes() + shape.dynamicSharedBytes();
        int clusters = residentClusters(function, shape);
        if (clusters == 0) {
            throw DriverCallException.of(
                    DriverResult.LAUNCH_OUT_OF_RESOURCES,
                    "%s of kernel %s with %d bytes of shared memory does not fit device %d"
                            .formatted(
                                    shape.cluster().ctas() == 1 ? "a block" : "a cluster",
                                    function.name(),
                                    shared,
                                    context.device().ordinal()));
        }
        return LaunchLimits.of(clusters * shape.cluster().ctas(), context.heap());
    }

    /// The clusters of a launch that the device holds at a time.
    static int residentClusters(KernelFunction function, LaunchShape shape) {
        int shared = function.staticSharedBytes() + shape.dynamicSharedBytes();
        var demand = new CtaDemand((int) shape.cta().volume(), 0, shared);
        var spec = function.module().context().device().spec();
        return ClusterOccupancy.clusters(spec, demand, shape.cluster().ctas());
    }

    /// Requires that all blocks of a cooperative launch are resident at the same time.
    static void requireResident(LaunchShape shape, LaunchLimits limits) {
        if (shape.grid().volume() > limits.residentCtas()) {
            throw DriverCallException.of(
                    DriverResult.COOPERATIVE_LAUNCH_TOO_LARGE,
                    "grid has %d blocks when %d fit the device at a time"
                            .formatted(shape.grid().volume(), limits.residentCtas()));
        }
    }
}
