package org.offloadtck.runtime.memory;

import java.lang.foreign.MemorySegment;
import java.util.List;
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

/// The way to one device: a queue, and the count of what went through it.
///
/// Owns its queue, not the device. Bytes are counted when they are enqueued. [#withOwnQueue] gives
/// the same device another queue.
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

    /// Another queue of the device. What goes through it is counted here and told to the same
    /// observer.
    public DeviceChannel withOwnQueue() {
        return new DeviceChannel(device, meter);
    }

    public Device device() {
        return device;
    }

    /// Tells `observer` of every event from now on, and nobody else.
    public void observe(Consumer<MapEvent> observer) {
        meter.observer = observer;
    }

    /// Tells the observer what has happened.
    public void notifyObserver(MapEvent event) {
        meter.observer.accept(event);
    }

    /// Everything since the channel was opened.
    public TransferCounts transferCounts() {
        return meter.traffic;
    }

    public DeviceMemory allocate(long bytes) {
        return device.allocate(bytes);
    }

    /// Copies all of `source`; empty sources are not copied.
    public void toDevice(DevicePointer destination, MemorySegment source) {
        if (source.byteSize() > 0) {
            queue.write(destination.memory(), destination.offset(), source);
            meter.traffic = meter.traffic.plus(new TransferCounts(source.byteSize(), 0, 0));
        }
    }

    /// Fills all of `destination`; empty destinations are not copied to.
    public void fromDevice(MemorySegment destination, DevicePointer source) {
        if (destination.byteSize() > 0) {
            queue.read(destination, source.memory(), source.offset());
            meter.traffic = meter.traffic.plus(new TransferCounts(0, destination.byteSize(), 0));
        }
    }

    /// The bytes of a variable that is the device runtime's, not the program's; not counted.
    public MemorySegment metadata(DeviceMemory variable) {
        MemorySegment bytes = MemorySegment.ofArray(new byte[Math.toIntExact(variable.size())]);
        queue.read(bytes, variable, 0);
        queue.synchronize();
        return bytes;
    }

    /// Sets a variable that is the device runtime's, not the program's; not counted.
    public void setMetadata(DeviceMemory variable, MemorySegment bytes) {
        queue.write(variable, 0, bytes);
        queue.synchronize();
    }

    public Event launch(Kernel kernel, LaunchSize size, List<Argument> arguments) {
        Event event = queue.launch(kernel, size, arguments);
        meter.traffic = meter.traffic.plus(new TransferCounts(0, 0, 1));
        return event;
    }

    /// A point after everything that is enqueued.
    public Event record() {
        return queue.record();
    }

    /// Lets what is enqueued from now on wait for `event`, of this or another queue of the device.
    public void waitFor(Event event) {
        queue.waitFor(event);
    }

    /// Blocks until everything has arrived.
    public void synchronize() {
        queue.synchronize();
    }

    /// Goes on only if the device has `capability`.
    ///
    /// @param need what needs it, for the diagnostic
    /// @throws MissingCapabilityException otherwise
    public void require(Capability capability, String need) {
        if (!device.capabilities().contains(capability)) {
            throw new MissingCapabilityException(device.description().id(), capability, need);
        }
    }

    @Override
    public void close() {
        queue.close();
    }

    /// What all channels to one device share.
    private static final class Meter {
        private TransferCounts traffic = TransferCounts.NONE;
        private Consumer<MapEvent> observer = _ -> {};
    }
}
