package org.offloadtck.runtime.memory;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Event;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Queue;
import org.offloadtck.runtime.diagnostic.MissingCapabilityException;
import org.offloadtck.runtime.trace.MapEvent;
import org.offloadtck.runtime.trace.MapRange;
import org.offloadtck.runtime.trace.RuntimeEvent;

/// A queue to one device that counts its transfers and reports events.
///
/// Owns the queue, not the device. Bytes are counted when they are enqueued. [#withOwnQueue] opens
/// another queue of the same device.
///
/// Requirement: KL-06.
public final class DeviceChannel implements AutoCloseable {

    private final Device device;
    private final Queue queue;
    private final Meter meter;

    public DeviceChannel(Device device) {
        this(device, new Meter());
    }

    private DeviceChannel(Device device, Meter meter) {
        this.device = device;
        this.queue = device.createQueue();
        this.meter = meter;
    }

    /// Another queue of the device, with the same counts and the same observer.
    public DeviceChannel withOwnQueue() {
        return new DeviceChannel(device, meter);
    }

    public Device device() {
        return device;
    }

    /// Reports later events to `observer` only.
    public void observe(Consumer<RuntimeEvent> observer) {
        meter.observer = observer;
    }

    /// Reports `event` to the observer.
    public void notifyObserver(RuntimeEvent event) {
        meter.observer.accept(event);
    }

    /// The transfers since the first channel of the device was opened.
    public TransferCounts transferCounts() {
        return meter.traffic;
    }

    /// Reports later operations on the device to `tool` only.
    public void observe(DeviceTool tool) {
        meter.tool = tool;
    }

    /// The tool that operations on the device are reported to.
    public DeviceTool tool() {
        return meter.tool;
    }

    /// Carries out an operation that is reported to the tool.
    public void perform(TargetOperation operation, Runnable action) {
        meter.tool.began(operation);
        action.run();
        meter.tool.ended(operation);
    }

    /// Allocates memory of the runtime's own.
    public DeviceMemory allocate(long bytes) {
        return device.allocate(bytes);
    }

    /// Allocates memory for the program.
    ///
    /// @param host address of what it is for; 0 for none
    /// @param name for diagnostics of the device
    public DeviceMemory allocate(long bytes, long host, String name) {
        meter.tool.began(new TargetOperation.Allocation(host, 0, bytes));
        DeviceMemory memory = device.allocate(bytes, name);
        meter.tool.ended(new TargetOperation.Allocation(host, memory.address().orElse(0), bytes));
        return memory;
    }

    /// Allocates memory for the program that the host accesses, too.
    ///
    /// @param name for diagnostics of the device
    /// @return empty if the device has none
    public Optional<DeviceMemory> allocateShared(long bytes, String name) {
        meter.tool.began(new TargetOperation.Allocation(0, 0, bytes));
        var memory = device.allocateShared(bytes, name);
        long address = memory.map(found -> found.address().orElse(0)).orElse(0L);
        meter.tool.ended(new TargetOperation.Allocation(0, address, bytes));
        return memory;
    }

    /// Frees memory of the program.
    public void free(DeviceMemory memory) {
        perform(new TargetOperation.Deletion(memory.address().orElse(0)), memory::close);
    }

    /// Copies all of `source`, which is at address `host`, for the program.
    public void toDevice(DevicePointer destination, MemorySegment source, long host) {
        perform(
                new TargetOperation.CopyToDevice(
                        host, destination.address().orElse(0), source.byteSize()),
                () -> toDevice(destination, source));
    }

    /// Fills all of `destination`, for what is at address `host`.
    public void fromDevice(MemorySegment destination, DevicePointer source, long host) {
        perform(
                new TargetOperation.CopyFromDevice(
                        host, source.address().orElse(0), destination.byteSize()),
                () -> fromDevice(destination, source));
    }

    /// Copies all of `source`. Empty sources are not copied.
    public void toDevice(DevicePointer destination, MemorySegment source) {
        if (source.byteSize() > 0) {
            queue.write(destination.memory(), destination.offset(), source);
            meter.traffic = meter.traffic.plus(new TransferCounts(source.byteSize(), 0, 0));
        }
    }

    /// Copies all of `source`, which is memory of the runtime, and reports it.
    ///
    /// @param host address of what it is for; 0 for none
    /// @param name that the event states
    public void fromRuntime(
            DevicePointer destination, MemorySegment source, long host, String name) {
        toDevice(destination, source, host);
        long address = destination.address().orElse(0);
        notifyObserver(
                new MapEvent.CopiedToDevice(new MapRange(0, address, source.byteSize(), name)));
    }

    /// Fills all of `destination`. Empty destinations are not copied to.
    public void fromDevice(MemorySegment destination, DevicePointer source) {
        if (destination.byteSize() > 0) {
            queue.read(destination, source.memory(), source.offset());
            meter.traffic = meter.traffic.plus(new TransferCounts(0, destination.byteSize(), 0));
        }
    }

    /// Reads a variable of the device runtime, without counting the bytes.
    public MemorySegment metadata(DeviceMemory variable) {
        MemorySegment bytes = MemorySegment.ofArray(new byte[Math.toIntExact(variable.size())]);
        queue.read(bytes, variable, 0);
        queue.synchronize();
        return bytes;
    }

    /// Writes a variable of the device runtime, without counting the bytes.
    public void setMetadata(DeviceMemory variable, MemorySegment bytes) {
        queue.write(variable, 0, bytes);
        queue.synchronize();
    }

    /// Launches a region of the program.
    ///
    /// @param teams of `num_teams`; 0 for none
    public Event launch(Kernel kernel, LaunchSize size, List<Argument> arguments, int teams) {
        var submission = new TargetOperation.Submission(teams);
        meter.tool.began(submission);
        Event event = queue.launch(kernel, size, arguments);
        meter.traffic = meter.traffic.plus(new TransferCounts(0, 0, 1));
        meter.tool.ended(submission);
        return event;
    }

    /// An event after everything enqueued so far.
    public Event record() {
        return queue.record();
    }

    /// Makes later commands wait for `event`, an event of this or another queue of the device.
    public void waitFor(Event event) {
        queue.waitFor(event);
    }

    /// Blocks until the queue is empty.
    public void synchronize() {
        queue.synchronize();
    }

    /// Requires `capability`.
    ///
    /// @param need the part of the program that needs it, for the diagnostic
    /// @throws MissingCapabilityException if the device lacks it
    public void require(Capability capability, String need) {
        if (!device.capabilities().contains(capability)) {
            throw new MissingCapabilityException(device.description().id(), capability, need);
        }
    }

    @Override
    public void close() {
        queue.close();
    }

    /// The state that all channels of one device share.
    private static final class Meter {
        private TransferCounts traffic = TransferCounts.NONE;
        private Consumer<RuntimeEvent> observer = _ -> {};
        private DeviceTool tool = DeviceTool.NONE;
    }
}
