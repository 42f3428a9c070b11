package org.offloadtck.calibration;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceDescription;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Event;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.LaunchMetric;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.plugin.Program;
import org.offloadtck.plugin.Queue;
import org.offloadtck.plugin.image.ProgramImage;

/// The simulated device with the events of a GPU, whose times are the modelled ones, disturbed.
///
/// @param name of the product
/// @param disturbance from modelled to measured nanoseconds, called once for each launch
record PlantedDevice(Device modelling, String name, LongUnaryOperator disturbance)
        implements Device {

    @Override
    public DeviceDescription description() {
        var said = modelling.description();
        return new DeviceDescription(
                "cuda:0",
                name,
                said.vendor(),
                "planted 1.0",
                said.target(),
                said.warpSize(),
                said.maxGroupSize());
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.RAW_ADDRESSES, Capability.TIMING);
    }

    @Override
    public boolean accepts(ProgramImage image) {
        return modelling.accepts(image);
    }

    @Override
    public Program createProgram(ProgramImage image) {
        return modelling.createProgram(image);
    }

    @Override
    public DeviceMemory allocate(long bytes) {
        return modelling.allocate(bytes);
    }

    @Override
    public Queue createQueue() {
        return new PlantedQueue(modelling.createQueue(), disturbance);
    }

    @Override
    public long launchCount() {
        return modelling.launchCount();
    }

    @Override
    public void close() {}

    private record PlantedQueue(Queue queue, LongUnaryOperator disturbance) implements Queue {

        @Override
        public void write(DeviceMemory destination, long offset, MemorySegment source) {
            queue.write(destination, offset, source);
        }

        @Override
        public void read(MemorySegment destination, DeviceMemory source, long offset) {
            queue.read(destination, source, offset);
        }

        @Override
        public void copy(
                DeviceMemory destination,
                long destinationOffset,
                DeviceMemory source,
                long sourceOffset,
                long bytes) {
            queue.copy(destination, destinationOffset, source, sourceOffset, bytes);
        }

        @Override
        public void fill(DeviceMemory destination, long offset, long bytes, byte value) {
            queue.fill(destination, offset, bytes, value);
        }

        @Override
        public Event launch(Kernel kernel, LaunchSize size, List<Argument> arguments) {
            var event = queue.launch(kernel, size, arguments);
            long modelled =
                    Measurement.value(event.measurements(), LaunchMetric.MODELLED_TIME)
                            .orElseThrow();
            return new PlantedEvent(event, disturbance.applyAsLong(modelled));
        }

        @Override
        public Event record() {
            return queue.record();
        }

        @Override
        public void waitFor(Event event) {
            queue.waitFor(event);
        }

        @Override
        public void synchronize() {
            queue.synchronize();
        }

        @Override
        public void close() {
            queue.close();
        }
    }

    private record PlantedEvent(Event event, long nanoseconds) implements Event {

        @Override
        public void synchronize() {
            event.synchronize();
        }

        @Override
        public List<Measurement> measurements() {
            return List.of(new Measurement(LaunchMetric.ELAPSED, nanoseconds));
        }

        @Override
        public void close() {
            event.close();
        }
    }
}
