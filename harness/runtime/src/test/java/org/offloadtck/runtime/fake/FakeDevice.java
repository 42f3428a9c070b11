package org.offloadtck.runtime.fake;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceDescription;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Program;
import org.offloadtck.plugin.Queue;
import org.offloadtck.plugin.image.ProgramImage;
import org.offloadtck.plugin.image.TargetId;

/// A device that runs the given [FakeProgram]s and accepts no other image.
public final class FakeDevice implements Device {

    /// Capacity of the device memory in bytes.
    public static final long CAPACITY = 1 << 20;

    private static final TargetId TARGET = new TargetId("fake", "");

    private final Set<Capability> capabilities;
    private final Pace pace;
    private final List<FakeProgram> programs;
    private final List<FakeMemory> memories = new ArrayList<>();
    private final List<FakeMemory> allocations = new ArrayList<>();
    private final List<LaunchSize> launches = new ArrayList<>();
    private List<Long> functionPointerMap = List.of();
    private long nextAddress = 0x10_0000;
    private boolean broken;

    private FakeDevice(Set<Capability> capabilities, Pace pace, List<FakeProgram> programs) {
        this.capabilities = Set.copyOf(capabilities);
        this.pace = pace;
        this.programs = List.copyOf(programs);
    }

    /// The time at which a queue executes its commands.
    private enum Pace {
        /// When they are enqueued.
        AT_ONCE,
        /// When a caller waits for them.
        LATE
    }

    /// A device whose queues execute nothing until a caller waits for it.
    public static FakeDevice late(FakeProgram... programs) {
        return new FakeDevice(
                EnumSet.of(Capability.RAW_ADDRESSES, Capability.SYMBOLS),
                Pace.LATE,
                List.of(programs));
    }

    /// A device with addresses and symbols.
    public static FakeDevice with(FakeProgram... programs) {
        return new FakeDevice(
                EnumSet.of(Capability.RAW_ADDRESSES, Capability.SYMBOLS),
                Pace.AT_ONCE,
                List.of(programs));
    }

    /// A device with addresses and symbols.
    public static FakeDevice with(List<FakeProgram> programs) {
        return with(programs.toArray(FakeProgram[]::new));
    }

    /// A device with the capabilities `more` in addition to addresses and symbols.
    public static FakeDevice able(Set<Capability> more, FakeProgram... programs) {
        var capabilities = EnumSet.of(Capability.RAW_ADDRESSES, Capability.SYMBOLS);
        capabilities.addAll(more);
        return new FakeDevice(capabilities, Pace.AT_ONCE, List.of(programs));
    }

    /// A device without addresses and symbols, like an OpenCL device.
    public static FakeDevice plain(FakeProgram... programs) {
        return new FakeDevice(EnumSet.noneOf(Capability.class), Pace.AT_ONCE, List.of(programs));
    }

    /// A device that accepts only the image with these bytes, which defines no symbols.
    public static FakeDevice taking(byte[] image) {
        return with(FakeProgram.named(new String(image, UTF_8)));
    }

    /// The image that loads as the program `source`.
    public static byte[] image(String source) {
        return source.getBytes(UTF_8);
    }

    /// The function-pointer map that was registered last, as 64-bit numbers.
    public List<Long> functionPointerMap() {
        return functionPointerMap;
    }

    @Override
    public void setFunctionPointerMap(MemorySegment table) {
        functionPointerMap = Arrays.stream(table.toArray(JAVA_LONG_UNALIGNED)).boxed().toList();
    }

    /// The bytes of device memory at `address`.
    public byte[] bytes(long address, long size) {
        return at(address, size).toArray(JAVA_BYTE);
    }

    /// Number of open allocations.
    public long liveAllocations() {
        return allocations.stream().filter(FakeMemory::isOpen).count();
    }

    /// Number of open allocations and variables of programs.
    public long liveMemories() {
        return memories.stream().filter(FakeMemory::isOpen).count();
    }

    /// The shapes of the launches so far.
    public List<LaunchSize> launches() {
        return List.copyOf(launches);
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription(
                "fake:0", "Fake", "test", "test", TARGET, OptionalInt.of(32), 1024);
    }

    @Override
    public Set<Capability> capabilities() {
        return capabilities;
    }

    @Override
    public boolean accepts(ProgramImage image) {
        return program(image).isPresent();
    }

    private Optional<FakeProgram> program(ProgramImage image) {
        var source = new String(image.bytes().toArray(JAVA_BYTE), UTF_8);
        return programs.stream().filter(program -> program.source().equals(source)).findFirst();
    }

    @Override
    public Program createProgram(ProgramImage image) {
        FakeProgram program =
                program(image).orElseThrow(() -> fault("load", DeviceError.INVALID_BINARY));
        var globals = new LinkedHashMap<String, FakeMemory>();
        program.globals().forEach((name, initial) -> globals.put(name, place(initial)));
        return new FakeProgram.Loaded(program, globals);
    }

    @Override
    public DeviceMemory allocate(long bytes) {
        if (bytes < 1) {
            throw fault("allocation", DeviceError.INVALID_SIZE);
        }
        if (bytes > CAPACITY) {
            throw fault("allocation", DeviceError.OUT_OF_RESOURCES);
        }
        FakeMemory memory = place(new byte[Math.toIntExact(bytes)]);
        allocations.add(memory);
        return memory;
    }

    private FakeMemory place(byte[] contents) {
        var memory =
                new FakeMemory(
                        nextAddress, capabilities.contains(Capability.RAW_ADDRESSES), contents);
        nextAddress += (contents.length + 255) / 256 * 256 + 256;
        memories.add(memory);
        return memory;
    }

    MemorySegment at(long address, long size) {
        return memories.stream()
                .filter(FakeMemory::isOpen)
                .filter(memory -> memory.contains(address))
                .findFirst()
                .orElseThrow(
                        () -> fault("access to 0x%x".formatted(address), DeviceError.KERNEL_FAULT))
                .at(address, size);
    }

    /// Makes every later transfer and launch fail.
    public void breakDown() {
        broken = true;
    }

    void requireWorking(String operation) {
        if (broken) {
            throw fault(operation, DeviceError.BACKEND_FAILURE);
        }
    }

    void launched(LaunchSize size) {
        launches.add(size);
    }

    static DeviceException fault(String operation, DeviceError error) {
        return new DeviceException("fake:0", operation, error, "fake");
    }

    @Override
    public Queue createQueue() {
        Queue prompt = new FakeQueue(this);
        return switch (pace) {
            case AT_ONCE -> prompt;
            case LATE -> new DelayedQueue(prompt);
        };
    }

    @Override
    public long launchCount() {
        return launches.size();
    }

    @Override
    public void close() {
        memories.forEach(FakeMemory::close);
    }
}
