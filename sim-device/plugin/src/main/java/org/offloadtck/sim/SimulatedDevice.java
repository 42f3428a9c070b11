package org.offloadtck.sim;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.offloadtck.checks.Sanitizer;
import org.offloadtck.engine.decode.ProgramLoadException;
import org.offloadtck.engine.decode.ProgramLoader;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.DeviceHeap;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.launch.LaunchTiming;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.container.DeviceContainer;
import org.offloadtck.object.ptx.PtxSyntaxException;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceDescription;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.ModelFigure;
import org.offloadtck.plugin.Program;
import org.offloadtck.plugin.Queue;
import org.offloadtck.plugin.image.ProgramImage;
import org.offloadtck.ptx.text.PtxParser;
import org.offloadtck.sim.container.PtxTargetId;

/// A simulated GPU: its memory, and how many kernels it has run.
///
/// Work is carried out when it is enqueued, so that queues differ in name only.
final class SimulatedDevice implements Device {

    private final String id;
    private final DeviceSpec spec;
    private final CheckedMemory checked;
    private final GlobalMemory memory;
    private final DeviceHeap heap;
    private final SimulatedDeviceObserver observer;
    private final FunctionPointerMap functions;
    private long mostInstructions = LaunchLimits.UNLIMITED;
    private int hostThreads = Runtime.getRuntime().availableProcessors();
    private LaunchTiming timekeeper = LaunchTiming.None.NONE;
    private long launches;
    private boolean closed;

    SimulatedDevice(
            String id, DeviceSpec spec, CheckedMemory checked, SimulatedDeviceObserver observer) {
        this.id = id;
        this.spec = spec;
        this.checked = checked;
        this.memory = checked.memory();
        this.observer = observer;
        this.heap = new DeviceHeap(memory, spec.memory().bytes());
        this.functions = new FunctionPointerMap(memory);
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription(
                id,
                spec.name(),
                "Offload TCK",
                "simt",
                PtxTargetId.of(spec.sm()),
                OptionalInt.of(spec.cta().warpThreads()),
                spec.cta().threads());
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(
                Capability.RAW_ADDRESSES,
                Capability.SYMBOLS,
                Capability.FUNCTION_POINTERS,
                Capability.FUNCTION_POINTER_MAP,
                Capability.LAUNCH_LIMIT,
                Capability.COUNTERS,
                Capability.TIME_MODEL,
                Capability.DOUBLE_PRECISION);
    }

    DeviceSpec spec() {
        return spec;
    }

    GlobalMemory memory() {
        return memory;
    }

    Sanitizer detector() {
        return checked.detector();
    }

    /// Whether the checks look at the next launch.
    boolean isChecking() {
        return timekeeper instanceof LaunchTiming.None
                || checked.timed() == CheckedMemory.Timed.CHECKED;
    }

    /// Tells of what the checks found in an operation, and fails it where it is to fail.
    void reportFindings(String operation) {
        for (var finding : checked.takeFindings()) {
            switch (observer.findingReported(finding)) {
                case NONE -> {}
                case FAILURE ->
                        throw refusal(operation, DeviceError.KERNEL_FAULT, finding.toString());
            }
        }
    }

    SimulatedDeviceObserver observer() {
        return observer;
    }

    /// What kernels' `malloc` takes from: all of the device's memory.
    DeviceHeap heap() {
        return heap;
    }

    long mostInstructions() {
        return mostInstructions;
    }

    int hostThreads() {
        return hostThreads;
    }

    LaunchTiming timekeeper() {
        return timekeeper;
    }

    void countLaunch() {
        launches++;
    }

    @Override
    public long launchCount() {
        return launches;
    }

    @Override
    public boolean accepts(ProgramImage image) {
        return suits(image) && container(image).isPresent();
    }

    private boolean suits(ProgramImage image) {
        var target = image.target();
        return PtxTargetId.isPtx(target)
                && PtxTargetId.architecture(target.arch()).orElseThrow() <= spec.sm();
    }

    private static Optional<DeviceContainer> container(ProgramImage image) {
        try {
            byte[] bytes = image.bytes().toArray(ValueLayout.JAVA_BYTE);
            var container = DeviceContainer.parse(image.source(), bytes);
            return Optional.of(container)
                    .filter(found -> found.form() == DeviceContainer.Form.EXECUTABLE);
        } catch (MalformedObjectException _) {
            return Optional.empty();
        }
    }

    @Override
    public Program createProgram(ProgramImage image) {
        String operation = "load of " + image.source();
        requireOpen(operation);
        if (!suits(image)) {
            throw refusal(
                    operation,
                    DeviceError.INVALID_BINARY,
                    "image is for %s when the device runs %s and before"
                            .formatted(image.target(), description().target()));
        }
        var container =
                container(image)
                        .orElseThrow(() ->
                                refusal(
                                        operation,
                                        DeviceError.INVALID_BINARY,
                                        "image is no executable device container"));
        try {
            var module = PtxParser.parse(image.source(), container.ptx());
            var loaded = ProgramLoader.load(module, memory);
            functions.register(loaded);
            return new SimulatedProgram(this, loaded);
        } catch (PtxSyntaxException | ProgramLoadException fault) {
            throw refusal(
                    operation, DeviceError.INVALID_BINARY, String.valueOf(fault.getMessage()));
        }
    }

    @Override
    public DeviceMemory allocate(long bytes) {
        String operation = "allocation of %d bytes".formatted(bytes);
        requireOpen(operation);
        if (bytes <= 0) {
            throw refusal(operation, DeviceError.INVALID_SIZE, "size should be positive");
        }
        var allocation =
                memory.allocate("allocation", bytes, Allocation.Permission.READ_WRITE)
                        .orElseThrow(() ->
                                refusal(
                                        operation,
                                        DeviceError.OUT_OF_RESOURCES,
                                        "device memory of %d bytes has no room"
                                                .formatted(spec.memory().bytes())));
        return new SimulatedMemory(this, allocation, SimulatedMemory.Owner.CALLER);
    }

    @Override
    public Queue createQueue() {
        requireOpen("creation of a queue");
        return new SimulatedQueue(this);
    }

    @Override
    public void setFunctionPointerMap(MemorySegment table) {
        String operation = "function pointer map of %d bytes".formatted(table.byteSize());
        requireOpen(operation);
        if (table.byteSize() % FunctionPointerMap.ROW != 0) {
            throw refusal(
                    operation,
                    DeviceError.INVALID_SIZE,
                    "size should be a multiple of %d".formatted(FunctionPointerMap.ROW));
        }
        if (!functions.set(table)) {
            throw refusal(
                    operation, DeviceError.OUT_OF_RESOURCES, "device memory has no room for it");
        }
    }

    @Override
    public void limitLaunches(long instructions) {
        if (instructions < 1) {
            throw refusal(
                    "limit of %d instructions".formatted(instructions),
                    DeviceError.INVALID_VALUE,
                    "a launch issues at least 1");
        }
        mostInstructions = instructions;
    }

    @Override
    public void timeLaunches(String model, Map<String, Long> figures) {
        var device = ModelledDevices.named(this, model);
        timekeeper = new LaunchTiming.Of(ModelledDevices.with(this, device, figures));
    }

    @Override
    public List<ModelFigure> modelFigures(String model) {
        return ModelledDevices.figures(ModelledDevices.named(this, model));
    }

    @Override
    public void useHostThreads(int most) {
        if (most < 1) {
            throw refusal(
                    "launches on %d threads of the host".formatted(most),
                    DeviceError.INVALID_VALUE,
                    "a launch takes at least 1");
        }
        hostThreads = most;
    }

    /// Forgets a program that is unloaded.
    void unloaded(LoadedProgram image) {
        functions.unregister(image);
    }

    /// Where a memory of this device begins.
    long address(String operation, DeviceMemory memory) {
        if (memory instanceof SimulatedMemory own && own.belongsTo(this) && !own.isFreed()) {
            return own.address().orElseThrow();
        }
        throw refusal(
                operation, DeviceError.INVALID_VALUE, "the memory is another device's or freed");
    }

    void requireOpen(String operation) {
        if (closed) {
            throw refusal(operation, DeviceError.INVALID_VALUE, "the device is closed");
        }
    }

    DeviceException refusal(String operation, DeviceError error, String problem) {
        return new DeviceException(id, operation, error, problem);
    }

    @Override
    public void close() {
        closed = true;
    }
}
