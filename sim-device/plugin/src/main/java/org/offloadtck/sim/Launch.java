package org.offloadtck.sim;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.Function;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.LaunchSize.Dim3;
import org.offloadtck.simt.check.FaultDetector;
import org.offloadtck.simt.device.CtaDemand;
import org.offloadtck.simt.execution.Extent;
import org.offloadtck.simt.execution.Grid;
import org.offloadtck.simt.execution.HostAccess;
import org.offloadtck.simt.execution.KernelFaultException;
import org.offloadtck.simt.execution.LaunchLimits;
import org.offloadtck.simt.execution.LaunchOptions;
import org.offloadtck.simt.execution.LaunchResult;
import org.offloadtck.simt.execution.LaunchShape;
import org.offloadtck.simt.image.CallSite.Piece;
import org.offloadtck.simt.image.DeviceFunction;

/// Checks a launch and carries it out.
record Launch(SimulatedDevice device, String operation) {

    SimulatedEvent run(Kernel kernel, LaunchSize size, List<Argument> arguments) {
        var simulated = own(kernel);
        var function = simulated.function();
        byte[] parameters = parameters(function, arguments);
        var shape = shape(simulated, size);
        device.countLaunch();
        var image = simulated.program().image();
        var clock = device.timekeeper().clock(image, function, shape);
        try {
            var target = new FaultDetector.Target(image, function, shape);
            var result = execute(target, parameters, clock);
            var timing = clock.timing();
            device.observer().ended(kernel.name(), shape, result, timing);
            device.judge(operation);
            return SimulatedEvent.of(result.counters(), TimingMeasurements.of(timing));
        } catch (KernelFaultException fault) {
            device.observer().ended(kernel.name(), shape, fault.soFar(), clock.timing());
            device.observer().faulted(fault);
            throw refusal(DeviceError.KERNEL_FAULT, String.valueOf(fault.getMessage()));
        }
    }

    private LaunchResult execute(
            FaultDetector.Target target, byte[] parameters, Timekeeper.Clock clock) {
        var limits =
                LaunchLimits.of(resident(target.kernel(), target.shape()), device.heap())
                        .withInstructions(device.mostInstructions());
        var options =
                LaunchOptions.of(limits)
                        .withHost(HostAccess.CONCURRENT)
                        .withThreads(device.hostThreads());
        Function<org.offloadtck.simt.execution.LaunchObserver, LaunchResult> launch =
                watch ->
                        Grid.launch(
                                target.image(),
                                target.kernel(),
                                target.shape(),
                                parameters,
                                options.withObserver(watch.and(clock.observer())));
        return device.isChecking()
                ? device.detector().launch(target, launch)
                : launch.apply(org.offloadtck.simt.execution.LaunchObserver.NONE);
    }

    private SimulatedKernel own(Kernel kernel) {
        if (kernel instanceof SimulatedKernel simulated
                && simulated.program().belongsTo(device)
                && !simulated.program().isClosed()) {
            return simulated;
        }
        throw refusal(
                DeviceError.INVALID_VALUE,
                "the kernel is another device's or its program is closed");
    }

    private int resident(DeviceFunction function, LaunchShape shape) {
        int shared = function.sharedBytes() + shape.dynamicSharedBytes();
        return device.spec().residentCtas(new CtaDemand((int) shape.cta().volume(), 0, shared));
    }

    private LaunchShape shape(SimulatedKernel kernel, LaunchSize size) {
        long threads = size.groupSize().volume();
        if (threads > kernel.maxGroupSize()) {
            throw refusal(
                    DeviceError.INVALID_VALUE,
                    "group size is %d when it should be at most %d"
                            .formatted(threads, kernel.maxGroupSize()));
        }
        int most = device.spec().cta().sharedBytesOptIn();
        long shared = kernel.function().sharedBytes() + size.dynamicSharedMemoryBytes();
        if (shared > most) {
            throw refusal(
                    DeviceError.OUT_OF_RESOURCES,
                    "shared memory is %d bytes when it should be at most %d"
                            .formatted(shared, most));
        }
        return new LaunchShape(
                extent(size.groups()),
                extent(size.groupSize()),
                (int) size.dynamicSharedMemoryBytes());
    }

    private static Extent extent(Dim3 size) {
        return new Extent(size.x(), size.y(), size.z());
    }

    private byte[] parameters(DeviceFunction function, List<Argument> arguments) {
        var pieces = function.parameters();
        if (arguments.size() != pieces.size()) {
            throw refusal(
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

    private void requireSize(int index, Piece piece, long size) {
        if (size != piece.size()) {
            throw refusal(
                    DeviceError.INVALID_VALUE,
                    "argument %d has %d bytes when it should have %d"
                            .formatted(index, size, piece.size()));
        }
    }

    private DeviceException refusal(DeviceError error, String problem) {
        return device.refusal(operation, error, problem);
    }
}
