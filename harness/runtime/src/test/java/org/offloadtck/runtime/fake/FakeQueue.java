package org.offloadtck.runtime.fake;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Event;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.LaunchMetric;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.plugin.Queue;

/// A queue that executes every command immediately.
record FakeQueue(FakeDevice device) implements Queue {

    @Override
    public void write(DeviceMemory destination, long offset, MemorySegment source) {
        device.requireWorking("write");
        memory(destination).slice(offset, source.byteSize()).copyFrom(source);
    }

    @Override
    public void read(MemorySegment destination, DeviceMemory source, long offset) {
        device.requireWorking("read");
        destination.copyFrom(memory(source).slice(offset, destination.byteSize()));
    }

    @Override
    public void copy(
            DeviceMemory destination,
            long destinationOffset,
            DeviceMemory source,
            long sourceOffset,
            long bytes) {
        memory(destination)
                .slice(destinationOffset, bytes)
                .copyFrom(memory(source).slice(sourceOffset, bytes));
    }

    @Override
    public void fill(DeviceMemory destination, long offset, long bytes, byte value) {
        memory(destination).slice(offset, bytes).fill(value);
    }

    @Override
    public Event launch(Kernel kernel, LaunchSize size, List<Argument> arguments) {
        if (!(kernel instanceof FakeProgram.FakeKernel(var name, var body))) {
            throw FakeDevice.fault("launch", DeviceError.INVALID_VALUE);
        }
        if (size.groupSize().volume() > kernel.maxGroupSize()) {
            throw FakeDevice.fault("launch of " + name, DeviceError.INVALID_VALUE);
        }
        device.requireWorking("launch of " + name);
        device.launched(size);
        body.run(device::at, size, arguments.stream().map(FakeQueue::word).toList());
        return new Done(size);
    }

    private static long word(Argument argument) {
        return switch (argument) {
            case Argument.Value(var bytes) -> bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
            case Argument.Pointer(var memory, var offset) -> memory.address().orElse(0L) + offset;
        };
    }

    private static FakeMemory memory(DeviceMemory memory) {
        if (memory instanceof FakeMemory fake) {
            return fake;
        }
        throw FakeDevice.fault("access", DeviceError.INVALID_VALUE);
    }

    @Override
    public Event record() {
        return new Done(LaunchSize.of(1, 1));
    }

    @Override
    public void waitFor(Event event) {}

    @Override
    public void synchronize() {}

    @Override
    public void close() {}

    private record Done(LaunchSize size) implements Event {

        @Override
        public void synchronize() {}

        @Override
        public List<Measurement> measurements() {
            return List.of(
                    new Measurement(
                            LaunchMetric.THREAD_INSTRUCTIONS,
                            size.groups().volume() * size.groupSize().volume()));
        }

        @Override
        public void close() {}
    }
}
