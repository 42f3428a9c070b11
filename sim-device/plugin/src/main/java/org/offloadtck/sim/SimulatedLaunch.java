package org.offloadtck.sim;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.offloadtck.checks.Sanitizer.LaunchTarget;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.engine.code.CallSite.FrameSlot;
import org.offloadtck.engine.device.ClusterOccupancy;
import org.offloadtck.engine.device.CtaDemand;
import org.offloadtck.engine.launch.HostAccess;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.thread.ClusterDirectives;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.launch.LaunchReport;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.LaunchSize.Dim3;

/// Validates a launch and executes it.
record SimulatedLaunch(SimulatedDevice device, String operation) {

    SimulatedEvent run(Kernel kernel, LaunchSize size, List<Argument> arguments) {
        var simulated = own(kernel);
        var function = simulated.function();
        byte[] parameters = parameters(function, arguments);
        var shape = shape(simulated, size);
        var program = device.images().executable(simulated.program().image(), function);
        device.countLaunch();
        var report =
                device.instrumentation()
                        .launch(
                                new LaunchTarget(program, function, shape),
                                parameters,
                                options(function, shape),
                                device.timing());
        var failing = device.reportFindings();
        device.observer().launchEnded(kernel.name(), shape, report);
        return switch (report.ending()) {
            case LaunchReport.Ending.Finished _ -> {
                device.requireNone(operation, failing);
                yield SimulatedEvent.of(
                        report.outcome().counters(), TimingMeasurements.of(report.timing()));
            }
            case LaunchReport.Ending.Faulted(var fault) -> throw failure(fault, failing);
        };
    }

    /// @param earlier findings of the launch, each of which would have failed it
    private DeviceException failure(KernelFaultException fault, List<KernelFinding> earlier) {
        if (earlier.isEmpty()) {
            return device.failure(operation, DeviceError.KERNEL_FAULT, fault);
        }
        return new DeviceException(
                device.description().id(),
                operation,
                DeviceError.KERNEL_FAULT,
                "%s; before this fault: %s".formatted(fault.getMessage(), earlier.getFirst()),
                fault);
    }

    private LaunchOptions options(DecodedFunction function, LaunchShape shape) {
        var limits =
                LaunchLimits.of(resident(function, shape), device.heap())
                        .withInstructions(device.mostInstructions());
        return LaunchOptions.of(limits, device.hostThreads()).withHost(HostAccess.CONCURRENT);
    }

    private SimulatedKernel own(Kernel kernel) {
        if (kernel instanceof SimulatedKernel simulated
                && simulated.program().belongsTo(device)
                && !simulated.program().isClosed()) {
            return simulated;
        }
        throw error(
                DeviceError.INVALID_VALUE,
                "the kernel belongs to another device or its program is closed");
    }

    private int resident(DecodedFunction function, LaunchShape shape) {
        int shared = function.sharedBytes() + shape.dynamicSharedBytes();
        var demand = new CtaDemand((int) shape.cta().volume(), 0, shared);
        int ctas = shape.cluster().ctas();
        return Math.max(ctas, ctas * ClusterOccupancy.clusters(device.spec(), demand, ctas));
    }

    private LaunchShape shape(SimulatedKernel kernel, LaunchSize size) {
        long threads = size.groupSize().volume();
        if (threads > kernel.maxGroupSize()) {
            throw error(
                    DeviceError.INVALID_VALUE,
                    "group size is %d when it should be at most %d"
                            .formatted(threads, kernel.maxGroupSize()));
        }
        int most = device.spec().cta().sharedBytesOptIn();
        long shared = kernel.function().sharedBytes() + size.dynamicSharedMemoryBytes();
        if (shared > most) {
            throw error(
                    DeviceError.OUT_OF_RESOURCES,
                    "shared memory is %d bytes when it should be at most %d"
                            .formatted(shared, most));
        }
        var directives = ClusterDirectives.of(kernel.function());
        var groups = directives.ctas(extent(size.groups()));
        directives
                .problem(groups)
                .ifPresent(problem -> {
                    throw error(DeviceError.INVALID_VALUE, problem);
                });
        return new LaunchShape(
                groups,
                extent(size.groupSize()),
                (int) size.dynamicSharedMemoryBytes(),
                directives.clusters());
    }

    private static Extent3D extent(Dim3 size) {
        return new Extent3D(size.x(), size.y(), size.z());
    }

    private byte[] parameters(DecodedFunction function, List<Argument> arguments) {
        var pieces = function.parameters();
        if (arguments.size() != pieces.size()) {
            throw error(
                    DeviceError.INVALID_VALUE,
                    "there are %d arguments when there should be %d"
                            .formatted(arguments.size(), pieces.size()));
        }
        var block = MemorySegment.ofArray(new byte[function.parameterBytes()]);
        for (int i = 0; i < pieces.size(); i++) {
            var piece = pieces.get(i);
            var bytes = bytes(arguments.get(i));
            requireSize(i, piece, bytes.byteSize());
            MemorySegment.copy(bytes, 0, block, piece.offset(), piece.size());
        }
        return block.toArray(ValueLayout.JAVA_BYTE);
    }

    private MemorySegment bytes(Argument argument) {
        return switch (argument) {
            case Argument.Value(var bytes) -> bytes;
            case Argument.Pointer(DeviceMemory memory, long offset) ->
                    MemorySegment.ofArray(new long[] {device.address(operation, memory) + offset});
        };
    }

    private void requireSize(int index, FrameSlot piece, long size) {
        if (size != piece.size()) {
            throw error(
                    DeviceError.INVALID_VALUE,
                    "argument %d has %d bytes when it should have %d"
                            .formatted(index, size, piece.size()));
        }
    }

    private DeviceException error(DeviceError error, String problem) {
        return device.error(operation, error, problem);
    }
}
