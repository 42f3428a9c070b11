package org.offloadtck.runtime.program;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.offloadtck.object.offload.abi.KernelArguments;
import org.offloadtck.object.offload.abi.KernelArguments.Extent;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.object.offload.entry.OpenmpEntryFlag;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.runtime.DeviceAbi;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.Queue;
import org.offloadtck.runtime.OffloadRuntime;
import org.offloadtck.runtime.RuntimeOptions;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.launch.LaunchClauses;
import org.offloadtck.runtime.launch.LaunchResult;
import org.offloadtck.runtime.launch.TargetKernelCall;
import org.offloadtck.runtime.memory.DevicePointer;
import org.offloadtck.runtime.memory.HostSegment;
import org.offloadtck.runtime.memory.SimulatedHostMemory;
import org.offloadtck.runtime.task.PendingConstruct;

/// A host program without code: named variables, the tables that it registers, and the calls that a
/// compiler would emit for it.
public final class SyntheticHostProgram implements AutoCloseable {

    /// The argument that compilers reserve for the launch environment.
    ///
    /// @see "objects/ind23.o, made by clang 23.1.4: pointers null, size 0, type 0x120"
    private static final MapArgument ENVIRONMENT_SLOT =
            MapArgument.of(0, 0, MapType.TARGET_PARAM, MapType.LITERAL);

    private static final long DEFAULT_DEVICE = -1;

    private final AbiProfile profile;
    private final SimulatedHostMemory memory = new SimulatedHostMemory();
    private final Map<String, ProgramLayout> libraries = new LinkedHashMap<>();
    private final OffloadRuntime runtime;
    private final List<Device> devices;
    private final Map<String, HostSegment> storage = new LinkedHashMap<>();
    private final Map<String, Long> regions = new LinkedHashMap<>();
    private ProgramLayout layout;

    /// A program with a runtime of its own.
    ///
    /// @param devices owned by the caller
    public SyntheticHostProgram(RuntimeOptions behavior, List<Device> devices) {
        this.profile = behavior.profile();
        this.layout = new ProgramLayout(memory, profile);
        this.runtime = new OffloadRuntime(memory, devices, behavior);
        this.devices = List.copyOf(devices);
    }

    public AbiProfile profile() {
        return profile;
    }

    public SimulatedHostMemory memory() {
        return memory;
    }

    /// The layout to which entries and images are added before the program registers them: of the
    /// executable, or of the library begun last.
    public ProgramLayout layout() {
        return layout;
    }

    /// Begins a shared library: later declarations belong to it.
    public void beginLibrary(String name) {
        beginLibrary(name, profile);
    }

    /// Begins a shared library that another edition's toolchain built.
    public void beginLibrary(String name, AbiProfile builtWith) {
        layout = new ProgramLayout(memory, builtWith);
        libraries.put(name, layout);
    }

    /// The layout of the library `name`.
    public ProgramLayout library(String name) {
        ProgramLayout found = libraries.get(name);
        if (found == null) {
            throw new IllegalArgumentException("the program has no library " + name);
        }
        return found;
    }

    public OffloadRuntime runtime() {
        return runtime;
    }

    /// Allocates a variable with the value `initial`.
    ///
    /// @return its address
    public long store(String name, byte... initial) {
        HostSegment segment = memory.allocate(name, initial.length);
        storage.put(name, segment);
        MemorySegment.copy(initial, 0, segment.bytes(), JAVA_BYTE, 0, initial.length);
        return segment.address();
    }

    /// Adds a `declare target` variable with the value `initial`.
    public long declareTarget(String name, byte[] initial, OpenmpEntryFlag... flags) {
        long address = layout.variable(name, initial, flags);
        storage.put(
                name,
                memory.segments().stream()
                        .filter(segment -> segment.address() == address)
                        .findFirst()
                        .orElseThrow());
        return address;
    }

    /// Defines a function at `address`. Only its address is used.
    public void placeFunction(String name, long address) {
        storage.put(name, memory.load(name, address, HostSegment.Access.READ_ONLY, new byte[1]));
    }

    /// Adds the target region of `kernel`.
    public long declareRegion(String kernel) {
        long pointer = layout.region(kernel);
        regions.put(kernel, pointer);
        return pointer;
    }

    public long address(String variable) {
        return named(variable).address();
    }

    public long size(String variable) {
        return named(variable).bytes().byteSize();
    }

    /// The bytes of a variable on the host.
    public byte[] contents(String variable) {
        return named(variable).bytes().toArray(JAVA_BYTE);
    }

    /// Changes the bytes of a variable on the host.
    public void setContents(String variable, byte... contents) {
        MemorySegment bytes = named(variable).bytes();
        MemorySegment.copy(contents, 0, bytes, JAVA_BYTE, 0, contents.length);
    }

    /// The address of a variable's copy on the first device.
    public long deviceAddress(String variable) {
        return deviceCopy(variable).address().orElseThrow();
    }

    /// The bytes of a variable's copy on the first device; the variable must be mapped completely.
    public byte[] deviceContents(String variable) {
        MemorySegment copy = MemorySegment.ofArray(new byte[Math.toIntExact(size(variable))]);
        try (Queue queue = devices.getFirst().createQueue()) {
            DevicePointer source = deviceCopy(variable);
            queue.read(copy, source.memory(), source.offset());
            queue.synchronize();
        }
        return copy.toArray(JAVA_BYTE);
    }

    /// Changes a variable's copy on the first device, as a kernel would.
    public void setDeviceContents(String variable, byte... contents) {
        try (Queue queue = devices.getFirst().createQueue()) {
            DevicePointer destination = deviceCopy(variable);
            queue.write(
                    destination.memory(), destination.offset(), MemorySegment.ofArray(contents));
            queue.synchronize();
        }
    }

    private DevicePointer deviceCopy(String variable) {
        return runtime.dataEnvironment(0)
                .translate(address(variable), size(variable))
                .orElseThrow(() -> new IllegalStateException(variable + " is not mapped"));
    }

    /// Launches the region of `kernel` on the default device, with its arguments in host memory.
    public LaunchResult launch(String kernel, LaunchClauses clauses, List<MapArgument> arguments) {
        return launch(kernel, clauses, arguments(clauses, arguments));
    }

    /// Starts [#launch] and does not wait for it.
    public PendingConstruct start(
            String kernel, LaunchClauses clauses, List<MapArgument> arguments) {
        return runtime.startKernel(
                call(kernel, clauses, arguments(clauses, arguments)), DEFAULT_DEVICE);
    }

    /// Launches the region of `kernel` with a given `KernelArgsTy`.
    public LaunchResult launch(String kernel, LaunchClauses clauses, KernelArguments arguments) {
        long place = store("KernelArgsTy", arguments.write());
        return runtime.targetKernel(call(kernel, clauses, arguments).unread(place), DEFAULT_DEVICE);
    }

    private TargetKernelCall call(String kernel, LaunchClauses clauses, KernelArguments arguments) {
        return new TargetKernelCall(
                0,
                clauses.teams(),
                clauses.threadLimit(),
                regions.getOrDefault(kernel, 0L),
                arguments);
    }

    /// The `KernelArgsTy` of a launch, with its arrays in the program's memory. Editions whose
    /// entry point has plain parameters pass the fields of version 1.
    public KernelArguments arguments(LaunchClauses clauses, List<MapArgument> arguments) {
        var all = new ArrayList<>(arguments);
        if (profile.runtime().deviceAbi() == DeviceAbi.D23) {
            all.add(ENVIRONMENT_SLOT);
        }
        return arguments(Math.max(1, profile.runtime().kernelArgumentsVersion()), clauses, all);
    }

    /// The `KernelArgsTy` of `version` with exactly the arguments `all`.
    public KernelArguments arguments(long version, LaunchClauses clauses, List<MapArgument> all) {
        return new KernelArguments(
                version,
                all.size(),
                array("ArgBasePtrs", all, MapArgument::base),
                array("ArgPtrs", all, MapArgument::begin),
                array("ArgSizes", all, MapArgument::size),
                array("ArgTypes", all, MapArgument::type),
                0,
                0,
                clauses.tripCount(),
                0,
                new Extent(clauses.teams(), 0, 0),
                new Extent(clauses.threadLimit(), 0, 0),
                clauses.dynamicSharedMemoryBytes());
    }

    @Override
    public void close() {
        runtime.close();
    }

    private HostSegment named(String variable) {
        HostSegment segment = storage.get(variable);
        if (segment == null) {
            throw new IllegalArgumentException("the program has no variable " + variable);
        }
        return segment;
    }

    private long array(
            String name, List<MapArgument> arguments, ToLongFunction<MapArgument> column) {
        long address = memory.allocate(name, (long) arguments.size() * Long.BYTES).address();
        for (int index = 0; index < arguments.size(); index++) {
            memory.putI64(
                    address + (long) index * Long.BYTES,
                    column.applyAsLong(arguments.get(index)),
                    name);
        }
        return address;
    }
}
