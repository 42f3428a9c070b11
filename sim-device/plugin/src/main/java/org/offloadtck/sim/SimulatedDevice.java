package org.offloadtck.sim;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.launch.HostThreads;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.load.ContextImages;
import org.offloadtck.engine.load.LoadedModule;
import org.offloadtck.engine.load.ModuleOutline;
import org.offloadtck.engine.load.ProgramLoadException;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.DeviceHeap;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.launch.LaunchInstrumentation;
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
import org.offloadtck.timing.memory.SecondLevelCache;

/// A simulated GPU.
///
/// Operations execute when they are enqueued, so all queues behave as one.
final class SimulatedDevice implements Device {

    private final String id;
    private final DeviceSpec spec;
    private final InstrumentedMemory instrumented;
    private final GlobalMemory memory;
    private final DeviceHeap heap;
    private final SimulatedDeviceObserver observer;
    private final FunctionPointerMap functions;
    private final ContextImages images;
    private final Runnable release;
    private long mostInstructions = LaunchLimits.UNLIMITED;
    private HostThreads hostThreads = HostThreads.ofProcessors();
    private LaunchTiming timing = LaunchTiming.Off.OFF;
    private long launches;
    private boolean closed;

    /// @param release runs when the device is closed
    SimulatedDevice(
            String id,
            DeviceSpec spec,
            InstrumentedMemory instrumented,
            SimulatedDeviceObserver observer,
            Runnable release) {
        this.id = id;
        this.spec = spec;
        this.instrumented = instrumented;
        this.memory = instrumented.memory();
        this.observer = observer;
        this.release = release;
        this.heap = new DeviceHeap(memory, spec.memory().bytes());
        this.functions = new FunctionPointerMap(memory);
        this.images = new ContextImages(memory);
        instrumented.deviceOpened();
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
        var capabilities =
                EnumSet.of(
                        Capability.RAW_ADDRESSES,
                        Capability.SYMBOLS,
                        Capability.FUNCTION_POINTERS,
                        Capability.FUNCTION_POINTER_MAP,
                        Capability.LAUNCH_LIMIT,
                        Capability.COUNTERS,
                        Capability.TIME_MODEL,
                        Capability.DOUBLE_PRECISION);
        if (memory.host().isAvailable()) {
            capabilities.add(Capability.UNIFIED_MEMORY);
        }
        return Set.copyOf(capabilities);
    }

    DeviceSpec spec() {
        return spec;
    }

    GlobalMemory memory() {
        return memory;
    }

    LaunchInstrumentation instrumentation() {
        return instrumented.instrumentation();
    }

    /// Passes the findings since the previous call to the observer.
    ///
    /// @return those that must fail the operation
    List<KernelFinding> reportFindings() {
        return instrumented.takeFindings().stream()
                .filter(finding ->
                        switch (observer.findingReported(finding)) {
                            case NONE -> false;
                            case FAILURE -> true;
                        })
                .toList();
    }

    /// Fails an operation with the first of its findings.
    ///
    /// @param failing may be empty: the operation then succeeds
    /// @throws DeviceException if there is a finding
    void requireNone(String operation, List<KernelFinding> failing) {
        if (!failing.isEmpty()) {
            throw error(operation, DeviceError.KERNEL_FAULT, failing.getFirst().toString());
        }
    }

    SimulatedDeviceObserver observer() {
        return observer;
    }

    /// The heap of `malloc` in kernels: all of the device's memory.
    DeviceHeap heap() {
        return heap;
    }

    long mostInstructions() {
        return mostInstructions;
    }

    HostThreads hostThreads() {
        return hostThreads;
    }

    LaunchTiming timing() {
        return timing;
    }

    /// A queue has written memory by a fill or a copy on the device, which fills its cache.
    void written(long address, long bytes) {
        if (timing instanceof LaunchTiming.OnDevice(_, var cache)) {
            cache.written(address, bytes);
        }
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
            throw error(
                    operation,
                    DeviceError.INVALID_BINARY,
                    "image is for %s when the device runs %s and before"
                            .formatted(image.target(), description().target()));
        }
        var container =
                container(image)
                        .orElseThrow(() ->
                                error(
                                        operation,
                                        DeviceError.INVALID_BINARY,
                                        "image is no executable device container"));
        try {
            var module = PtxParser.parse(image.source(), container.ptx());
            var loaded = images.load(ModuleOutline.of(module));
            functions.register(loaded);
            return new SimulatedProgram(this, loaded);
        } catch (PtxSyntaxException | ProgramLoadException fault) {
            throw failure(operation, DeviceError.INVALID_BINARY, fault);
        }
    }

    @Override
    public DeviceMemory allocate(long bytes) {
        return allocate(bytes, "allocation");
    }

    @Override
    public DeviceMemory allocate(long bytes, String name) {
        String operation = requireAllocation(bytes);
        return memory.allocate(name, bytes)
                .map(this::memory)
                .orElseThrow(() ->
                        error(
                                operation,
                                DeviceError.OUT_OF_RESOURCES,
                                "device memory of %d bytes has no room"
                                        .formatted(spec.memory().bytes())));
    }

    /// The memory counts as written, since the host may write it unseen.
    @Override
    public Optional<DeviceMemory> allocateShared(long bytes, String name) {
        requireAllocation(bytes);
        var allocation = memory.allocateShared(name, bytes);
        allocation.ifPresent(block -> memory.observer().written(block.address(), bytes));
        return allocation.map(this::memory);
    }

    /// Requires that a number of bytes can be allocated.
    ///
    /// @return the operation, for errors
    private String requireAllocation(long bytes) {
        String operation = "allocation of %d bytes".formatted(bytes);
        requireOpen(operation);
        if (bytes <= 0) {
            throw error(operation, DeviceError.INVALID_SIZE, "size should be positive");
        }
        return operation;
    }

    private DeviceMemory memory(Allocation allocation) {
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
            throw error(
                    operation,
                    DeviceError.INVALID_SIZE,
                    "size should be a multiple of %d".formatted(FunctionPointerMap.ROW));
        }
        if (!functions.set(table)) {
            throw error(
                    operation, DeviceError.OUT_OF_RESOURCES, "device memory has no room for it");
        }
    }

    @Override
    public void limitLaunches(long instructions) {
        if (instructions < 1) {
            throw error(
                    "limit of %d instructions".formatted(instructions),
                    DeviceError.INVALID_VALUE,
                    "a launch issues at least 1");
        }
        mostInstructions = instructions;
    }

    @Override
    public void timeLaunches(String model, Map<String, Long> figures) {
        var device = ModelledDevices.named(this, model);
        var modelled = ModelledDevices.with(this, device, figures);
        timing = new LaunchTiming.OnDevice(modelled, new SecondLevelCache(modelled));
    }

    @Override
    public List<ModelFigure> modelFigures(String model) {
        return ModelledDevices.figures(ModelledDevices.named(this, model));
    }

    @Override
    public void useHostThreads(int most) {
        if (most < 1) {
            throw error(
                    "launches on %d threads of the host".formatted(most),
                    DeviceError.INVALID_VALUE,
                    "a launch takes at least 1");
        }
        hostThreads = HostThreads.of(most);
    }

    /// The programs that are loaded.
    ContextImages images() {
        return images;
    }

    /// Unloads a program.
    void unload(LoadedModule image) {
        functions.unregister(image);
        images.unload(image);
    }

    /// The address of a memory of this device.
    long address(String operation, DeviceMemory memory) {
        if (memory instanceof SimulatedMemory own && own.belongsTo(this) && !own.isFreed()) {
            return own.address().orElseThrow();
        }
        throw error(
                operation,
                DeviceError.INVALID_VALUE,
                "the memory belongs to another device or is freed");
    }

    void requireOpen(String operation) {
        if (closed) {
            throw error(operation, DeviceError.INVALID_VALUE, "the device is closed");
        }
    }

    DeviceException error(String operation, DeviceError error, String problem) {
        return new DeviceException(id, operation, error, problem);
    }

    /// An error of an operation whose problem `cause` describes.
    DeviceException failure(String operation, DeviceError error, RuntimeException cause) {
        return new DeviceException(id, operation, error, String.valueOf(cause.getMessage()), cause);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            instrumented.deviceClosed();
            reportFindings();
            release.run();
        }
    }
}
