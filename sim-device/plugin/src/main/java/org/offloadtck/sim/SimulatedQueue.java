package org.offloadtck.sim;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.offloadtck.engine.memory.MemoryObserver;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Event;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Queue;

/// A queue that executes each operation when it is enqueued. A launch throws the fault of its
/// kernel.
final class SimulatedQueue implements Queue {

    private final SimulatedDevice device;
    private boolean closed;

    SimulatedQueue(SimulatedDevice device) {
        this.device = device;
    }

    @Override
    public void write(DeviceMemory destination, long offset, MemorySegment source) {
        long bytes = source.byteSize();
        range("write", destination, offset, bytes).copyFrom(source);
        watch().written(at(destination, offset), bytes);
    }

    @Override
    public void read(MemorySegment destination, DeviceMemory source, long offset) {
        destination.copyFrom(range("read", source, offset, destination.byteSize()));
        watch().read(at(source, offset), destination.byteSize());
        device.requireNone("read", device.reportFindings());
    }

    @Override
    public void copy(
            DeviceMemory destination,
            long destinationOffset,
            DeviceMemory source,
            long sourceOffset,
            long bytes) {
        var to = range("copy", destination, destinationOffset, bytes);
        to.copyFrom(range("copy", source, sourceOffset, bytes));
        watch().copied(at(source, sourceOffset), at(destination, destinationOffset), bytes);
        device.written(at(destination, destinationOffset), bytes);
    }

    @Override
    public void fill(DeviceMemory destination, long offset, long bytes, byte value) {
        range("fill", destination, offset, bytes).fill(value);
        watch().written(at(destination, offset), bytes);
        device.written(at(destination, offset), bytes);
    }

    @Override
    public Event launch(Kernel kernel, LaunchSize size, List<Argument> arguments) {
        String operation = "launch of " + kernel.name();
        requireOpen(operation);
        return new SimulatedLaunch(device, operation).run(kernel, size, arguments);
    }

    @Override
    public Event record() {
        requireOpen("recording of an event");
        return new SimulatedEvent(List.of());
    }

    @Override
    public void waitFor(Event event) {
        requireOpen("wait for an event");
        if (!(event instanceof SimulatedEvent)) {
            throw device.error(
                    "wait for an event",
                    DeviceError.INVALID_VALUE,
                    "the event belongs to another device");
        }
    }

    @Override
    public void synchronize() {
        requireOpen("synchronization");
    }

    @Override
    public void close() {
        closed = true;
    }

    private void requireOpen(String operation) {
        device.requireOpen(operation);
        if (closed) {
            throw device.error(operation, DeviceError.INVALID_VALUE, "the queue is closed");
        }
    }

    private MemoryObserver watch() {
        return device.memory().observer();
    }

    private long at(DeviceMemory memory, long offset) {
        return device.address("copy", memory) + offset;
    }

    private MemorySegment range(String operation, DeviceMemory memory, long offset, long bytes) {
        requireOpen(operation);
        long address = device.address(operation, memory);
        if (offset < 0 || bytes < 0 || offset > memory.size() || bytes > memory.size() - offset) {
            throw device.error(
                    operation,
                    DeviceError.INVALID_SIZE,
                    "%d bytes at offset %d leave a memory of %d bytes"
                            .formatted(bytes, offset, memory.size()));
        }
        return device.memory().slice(address + offset, bytes);
    }
}
