package org.offloadtck.sim;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.Function;
import org.offloadtck.checks.Sanitizer;
import org.offloadtck.engine.code.CallSite.FrameSlot;
import org.offloadtck.engine.device.CtaDemand;
import org.offloadtck.engine.launch.HostAccess;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.schedule.Grid;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.launch.LaunchTiming;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.LaunchSize.Dim3;

/// Checks a launch and carries it out.
record SimulatedLaunch(SimulatedDevice device, String operation) {

    SimulatedEvent run(Kernel kernel, LaunchSize size, List<Argument> arguments) {
        var simulated = own(kernel);
        var function = simulated.function();
        byte[] parameters = parameters(function, arguments);
        var shape = shape(simulated, size);
        device.countLaunch();
        var image = simulated.program().image();
        var clock = device.timekeeper().clock(image, function, shape);
        try {
            var target = new Sanitizer.LaunchTarget(image, function, shape);
            var result = execute(target, parameters, clock);
            var timing = clock.timing();
            device.observer().launchEnded(kernel.name(), shape, result, timing);
            device.reportFindings(operation);
            return SimulatedEvent.of(result.counters(), TimingMeasurements.of(timing));
        } catch (KernelFaultException fault) {
            device.observer()
                    .launchEnded(kernel.name(), shape, fault.partialOutcome(), clock.timing());
            device.observer().launchFaulted(fault);
            throw refusal(DeviceError.KERNEL_FAULT, String.valueOf(fault.getMessage()));
        }
    }

    private LaunchOutcome execute(
            Sanitizer.LaunchTarget target, byte[] parameters, LaunchTiming.Clock clock) {
        var limits =
                LaunchLimits.of(resident(target.kernel(), target.shape()), device.heap())
                        .withInstructions(device.mostInstructions());
        var options =
                LaunchOptions.of(limits)
                        .withHost(HostAccess.CONCURRENT)
                        .withThreads(device.hostThreads());
        Function<org.offloadtck.engine.launch.LaunchObserver, LaunchOutcome> launch =
                watch ->
                        Grid.launch(
                                target.image(),
                                target.kernel(),
                                target.shape(),
                                parameters,
                                options.withObserver(watch.and(clock.observer())));
        return device.isChecking()
                ? device.detector().launch(target, launch)
                : launch.apply(org.offloadtck.engine.launch.LaunchObserver.NONE);
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

    private int resident(DecodedFunction function, LaunchShape shape) {
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

    private static Extent3D extent(Dim3 size) {
        return new Extent3D(size.x(), size.y(), size.z());
    }

    private byte[] parameters(DecodedFunction function, List<Argument> arguments) {
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

    private void requireSize(int index, FrameSlot piece, long size) {
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
