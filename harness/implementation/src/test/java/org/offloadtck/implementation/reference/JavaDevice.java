package org.offloadtck.implementation.reference;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceDescription;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Event;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.LaunchMetric;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.plugin.Program;
import org.offloadtck.plugin.Queue;
import org.offloadtck.plugin.image.ProgramImage;
import org.offloadtck.plugin.image.TargetId;

/// A device for OpenCL C images that ignores the image and runs a Java method as every kernel.
final class JavaDevice implements Device {

    static final TargetId TARGET = new TargetId("opencl-c", "");

    /// The body of every kernel.
    interface Body {
        void run(List<Argument> arguments);
    }

    private final Body body;
    private final Set<Capability> capabilities;
    private final List<String> calls = new ArrayList<>();
    private long launches;

    JavaDevice(Body body, Set<Capability> capabilities) {
        this.body = body;
        this.capabilities = Set.copyOf(capabilities);
    }

    static JavaDevice running(Body body) {
        return new JavaDevice(body, EnumSet.of(Capability.DOUBLE_PRECISION));
    }

    /// The calls of the device, in order.
    List<String> calls() {
        return List.copyOf(calls);
    }

    /// The bytes that a pointer argument points to.
    static MemorySegment bytes(Argument argument) {
        return switch (argument) {
            case Argument.Pointer(Memory memory, long offset) -> memory.bytes().asSlice(offset);
            case Argument _ ->
                    throw new DeviceException(
                            "java:0",
                            "launch",
                            DeviceError.INVALID_VALUE,
                            "argument is %s when it should be a pointer".formatted(argument));
        };
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription(
                "java:0", "Java", "test", "1", TARGET, OptionalInt.empty(), 256);
    }

    @Override
    public Set<Capability> capabilities() {
        return capabilities;
    }

    @Override
    public boolean accepts(ProgramImage image) {
        return image.target().equals(TARGET);
    }

    @Override
    public Program createProgram(ProgramImage image) {
        calls.add("createProgram");
        return new JavaProgram();
    }

    @Override
    public DeviceMemory allocate(long bytes) {
        return new Memory(MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]));
    }

    @Override
    public Queue createQueue() {
        return new JavaQueue();
    }

    @Override
    public long launchCount() {
        return launches;
    }

    @Override
    public void close() {}

    private record Memory(MemorySegment bytes) implements DeviceMemory {
        @Override
        public long size() {
            return bytes.byteSize();
        }

        @Override
        public OptionalLong address() {
            return OptionalLong.empty();
        }

        @Override
        public void close() {}
    }

    private record JavaKernel(String name, int maxGroupSize) implements Kernel {}

    private final class JavaProgram implements Program {
        /// Every target region; not the kernels of device runtimes, such as `nvptx$device$init`.
        @Override
        public Optional<Kernel> kernel(String name) {
            return Optional.of(name)
                    .filter(region -> region.startsWith("__omp_offloading"))
                    .map(region -> new JavaKernel(region, 256));
        }

        @Override
        public Optional<DeviceMemory> global(String name) {
            return Optional.empty();
        }

        @Override
        public Optional<Long> functionAddress(String name) {
            return Optional.empty();
        }

        @Override
        public void close() {
            calls.add("close program");
        }
    }

    private final class JavaQueue implements Queue {
        @Override
        public void write(DeviceMemory destination, long offset, MemorySegment source) {
            ((Memory) destination).bytes().asSlice(offset).copyFrom(source);
        }

        @Override
        public void read(MemorySegment destination, DeviceMemory source, long offset) {
            destination.copyFrom(((Memory) source).bytes().asSlice(offset, destination.byteSize()));
        }

        @Override
        public void copy(
                DeviceMemory destination,
                long destinationOffset,
                DeviceMemory source,
                long sourceOffset,
                long bytes) {
            throw new UnsupportedOperationException("copy");
        }

        @Override
        public void fill(DeviceMemory destination, long offset, long bytes, byte value) {
            ((Memory) destination).bytes().asSlice(offset, bytes).fill(value);
        }

        @Override
        public Event launch(Kernel kernel, LaunchSize size, List<Argument> arguments) {
            calls.add("launch " + kernel.name());
            launches++;
            body.run(arguments);
            return record();
        }

        @Override
        public Event record() {
            return new Done();
        }

        @Override
        public void waitFor(Event event) {}

        @Override
        public void synchronize() {}

        @Override
        public void close() {}
    }

    private record Done() implements Event {
        @Override
        public void synchronize() {}

        @Override
        public List<Measurement> measurements() {
            return List.of(new Measurement(LaunchMetric.THREAD_INSTRUCTIONS, 7));
        }

        @Override
        public void close() {}
    }
}
