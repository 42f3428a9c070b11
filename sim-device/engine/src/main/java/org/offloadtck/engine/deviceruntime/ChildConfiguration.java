package org.offloadtck.engine.deviceruntime;

import static org.offloadtck.engine.thread.LaunchShape.MAX_CTA;
import static org.offloadtck.engine.thread.LaunchShape.MAX_GRID;

import java.util.List;
import java.util.OptionalLong;
import org.offloadtck.engine.device.CtaDemand;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.thread.ClusterDirectives;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.ptx.ir.FunctionDirective;
import org.offloadtck.ptx.ir.FunctionDirective.Kind;

/// The kernel and the shape of a child launch, which are valid.
record ChildConfiguration(DecodedFunction kernel, LaunchShape shape) {

    private static final int X = 0;
    private static final int Y = 1;
    private static final int Z = 2;

    /// The configuration that arguments of a call state.
    ///
    /// @param function index of the argument with the address of the kernel
    /// @param grid index of the argument with the extents of the grid; those of the block and the
    ///   dynamic shared memory follow
    static ChildConfiguration of(
            RuntimeDevice device, DeviceRuntimeCall call, int function, int grid) {
        var kernel = kernel(call.program(), call.argument(function));
        var ctas = extent(call, grid, MAX_GRID, "grid");
        var threads = extent(call, grid + 1, MAX_CTA, "block");
        requireThreads(device, kernel, threads);
        long shared = call.argument(grid + 2);
        int most = device.maxDynamicSharedBytes(kernel);
        if (shared > most) {
            throw RuntimeError.INVALID_VALUE.failure(
                    "dynamic shared memory is %d bytes when kernel %s can have %d"
                            .formatted(shared, kernel.name(), most));
        }
        requireFit(device, kernel, threads, (int) shared);
        return new ChildConfiguration(
                kernel, clustered(kernel, new LaunchShape(ctas, threads, (int) shared)));
    }

    /// The same launch with the clusters that the kernel states.
    private static LaunchShape clustered(DecodedFunction kernel, LaunchShape shape) {
        var directives = ClusterDirectives.of(kernel);
        var ctas = directives.ctas(shape.grid());
        directives
                .problem(ctas)
                .ifPresent(problem -> {
                    throw RuntimeError.INVALID_VALUE.failure(
                            "kernel %s: %s".formatted(kernel.name(), problem));
                });
        return new LaunchShape(
                ctas, shape.cta(), shape.dynamicSharedBytes(), directives.clusters());
    }

    /// The kernel at an address. It is one of the program itself, not of a program that it is
    /// joined with.
    private static DecodedFunction kernel(LoadedProgram program, long address) {
        return program.functionAt(address)
                .filter(DecodedFunction::isKernel)
                .map(DecodedFunction::name)
                .filter(name -> program.functionAddress(name).equals(OptionalLong.of(address)))
                .flatMap(program::kernel)
                .orElseThrow(() ->
                        RuntimeError.INVALID_DEVICE_FUNCTION.failure(
                                "0x%x is the address of no kernel of the module"
                                        .formatted(address)));
    }

    private static Extent3D extent(DeviceRuntimeCall call, int index, Extent3D most, String what) {
        var extent = new Extent3D(call.word(index, X), call.word(index, Y), call.word(index, Z));
        if (extent.x() < 1
                || extent.y() < 1
                || extent.z() < 1
                || extent.x() > most.x()
                || extent.y() > most.y()
                || extent.z() > most.z()) {
            throw RuntimeError.INVALID_CONFIGURATION.failure(
                    "%s is %s when its extents should be from 1 to %s"
                            .formatted(what, extent, most));
        }
        return extent;
    }

    private static void requireThreads(
            RuntimeDevice device, DecodedFunction kernel, Extent3D block) {
        long most = device.spec().cta().threads();
        for (var directive : kernel.function().signature().directives()) {
            if (directive.kind() == Kind.MAXNTID) {
                most = Math.min(most, volume(directive));
            }
            if (directive.kind() == Kind.REQNTID && !isExactly(block, directive.values())) {
                throw RuntimeError.INVALID_CONFIGURATION.failure(
                        "block is %s when kernel %s needs %s"
                                .formatted(block, kernel.name(), directive.values()));
            }
        }
        if (block.volume() > most) {
            throw RuntimeError.INVALID_CONFIGURATION.failure(
                    "block %s has %d threads when kernel %s can have %d"
                            .formatted(block, block.volume(), kernel.name(), most));
        }
    }

    private static long volume(FunctionDirective directive) {
        return directive.values().stream().reduce(1L, (a, b) -> a * b);
    }

    private static boolean isExactly(Extent3D block, List<Long> wanted) {
        var actual = List.of((long) block.x(), (long) block.y(), (long) block.z());
        return actual.subList(0, wanted.size()).equals(wanted)
                && actual.stream().skip(wanted.size()).allMatch(extent -> extent == 1);
    }

    private static void requireFit(
            RuntimeDevice device, DecodedFunction kernel, Extent3D block, int dynamicShared) {
        int shared = kernel.sharedBytes() + dynamicShared;
        if (device.spec().residentCtas(new CtaDemand((int) block.volume(), 0, shared)) == 0) {
            throw RuntimeError.LAUNCH_OUT_OF_RESOURCES.failure(
                    "a block of kernel %s with %d bytes of shared memory does not fit the device"
                            .formatted(kernel.name(), shared));
        }
    }
}
