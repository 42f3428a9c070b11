package org.offloadtck.implementation.reference;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.offloadtck.implementation.element.ElementArray;
import org.offloadtck.implementation.element.ElementValue;
import org.offloadtck.implementation.lowering.DebugInformation;
import org.offloadtck.implementation.lowering.HostSymbolNames;
import org.offloadtck.implementation.lowering.OperandTable;
import org.offloadtck.implementation.lowering.SourceLocations;
import org.offloadtck.implementation.program.Buffer;
import org.offloadtck.implementation.program.Buffer.StorageClass;
import org.offloadtck.implementation.program.HostOperation;
import org.offloadtck.implementation.program.MapOperand;
import org.offloadtck.implementation.program.TranslationUnit;
import org.offloadtck.object.offload.abi.KernelArguments;
import org.offloadtck.object.offload.abi.KernelArguments.Extent;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.runtime.argument.ArgumentArrays;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.launch.LaunchResult;
import org.offloadtck.runtime.launch.LaunchResult.HostFallback;
import org.offloadtck.runtime.launch.LaunchResult.Launched;
import org.offloadtck.runtime.launch.TargetKernelCall;
import org.offloadtck.runtime.mapping.DataConstruct;
import org.offloadtck.runtime.task.Dependence;
import org.offloadtck.runtime.task.PendingConstruct;

/// Performs the `main` function of a translation unit: fills its buffers, performs its operations,
/// and leaves the results in its buffers.
///
/// Each operation makes the calls that a compiler emits for it: base pointers and pointers are
/// stored to arrays on the stack, sizes and map types are the executable's own tables, and the
/// runtime gets their addresses.
///
/// Requirement: KL-09.
final class HostProgram {

    /// `OMP_DEVICEID_UNDEF`: the default device.
    ///
    /// @see "LLVM 16, llvm/include/llvm/Frontend/OpenMP/OMPConstants.h"
    private static final long DEFAULT_DEVICE = -1;

    private final SimulatedHostProcess process;
    private final TranslationUnit unit;
    private final AbiProfile profile;
    private final List<OperandTable> tables;
    private final SourceLocations locations;
    private final FunctionPointerRows functions;
    private final Map<String, Long> stack;
    private final List<Launched> launches = new ArrayList<>();
    private final HostTasks tasks = new HostTasks();

    HostProgram(SimulatedHostProcess process, TranslationUnit unit, AbiProfile profile) {
        this.process = process;
        this.unit = unit;
        this.profile = profile;
        this.tables = OperandTable.of(unit, profile.runtime().deviceAbi());
        this.locations = SourceLocations.of(unit, debug());
        this.functions = new FunctionPointerRows(process, unit.functions());
        this.stack =
                unit.buffers().stream()
                        .filter(buffer -> buffer.storage() == StorageClass.AUTOMATIC)
                        .collect(
                                Collectors.toMap(
                                        Buffer::name,
                                        buffer ->
                                                process.memory()
                                                        .allocate(buffer.name(), buffer.bytes())
                                                        .address()));
    }

    /// The debug option of the executable's compilation, recognized by its contents.
    private DebugInformation debug() {
        return tables.stream().anyMatch(table -> process.find(table.namesSymbol()).isPresent())
                ? DebugInformation.FULL
                : DebugInformation.NONE;
    }

    /// The launches so far.
    List<Launched> launches() {
        return List.copyOf(launches);
    }

    /// Stores `contents`, by buffer.
    void fill(Map<String, ElementArray> contents) {
        contents.forEach((name, elements) -> {
            switch (unit.buffer(name).holds()) {
                case DATA -> storage(name).copyFrom(elements.bytes());
                case FUNCTIONS -> storage(name).copyFrom(functions.addresses(elements).bytes());
            }
        });
    }

    /// The contents of the buffer `name`.
    ElementArray contents(String name) {
        var bytes = new byte[Math.toIntExact(unit.buffer(name).bytes())];
        MemorySegment.ofArray(bytes).copyFrom(storage(name));
        var elements = ElementArray.of(unit.buffer(name).element(), bytes);
        return switch (unit.buffer(name).holds()) {
            case DATA -> elements;
            case FUNCTIONS -> functions.rows(elements);
        };
    }

    /// Performs the operations, in order.
    ///
    /// @return the reason for which the host would have to run a construct itself, which ends the
    ///   program here
    Optional<HostFallback> run() {
        for (var operation : unit.operations()) {
            var fallback = perform(operation);
            if (fallback.isPresent()) {
                return fallback;
            }
        }
        return await();
    }

    private Optional<HostFallback> perform(HostOperation operation) {
        return switch (operation) {
            case HostOperation.DataBegin begin ->
                    process.runtime().targetDataBegin(DEFAULT_DEVICE, arguments(begin));
            case HostOperation.DataEnd end ->
                    process.runtime().targetDataEnd(DEFAULT_DEVICE, arguments(end));
            case HostOperation.Update update ->
                    process.runtime().targetDataUpdate(DEFAULT_DEVICE, arguments(update));
            case HostOperation.Launch launch -> launch(launch);
            case HostOperation.Detached(var construct, var dependences) -> {
                tasks.add(
                        started(construct),
                        dependences.stream()
                                .map(one ->
                                        new Dependence(
                                                address(unit.buffer(one.buffer())), one.kind()))
                                .toList());
                yield Optional.empty();
            }
            case HostOperation.TaskWait _ -> await();
        };
    }

    private Supplier<PendingConstruct> started(HostOperation construct) {
        return switch (construct) {
            case HostOperation.DataBegin begin -> started(DataConstruct.BEGIN, begin);
            case HostOperation.DataEnd end -> started(DataConstruct.END, end);
            case HostOperation.Update update -> started(DataConstruct.UPDATE, update);
            case HostOperation.Launch launch -> {
                var call = call(launch);
                yield () -> process.runtime().startKernel(call, DEFAULT_DEVICE);
            }
            case HostOperation.Detached _, HostOperation.TaskWait _ ->
                    throw new IllegalStateException("a task is a construct");
        };
    }

    private Supplier<PendingConstruct> started(DataConstruct kind, HostOperation construct) {
        var arguments = arguments(construct);
        return () -> process.runtime().startData(kind, DEFAULT_DEVICE, arguments);
    }

    private Optional<HostFallback> await() {
        return tasks.await().stream().flatMap(result -> note(result).stream()).findFirst();
    }

    private Optional<HostFallback> launch(HostOperation.Launch launch) {
        var call = call(launch);
        var stored = call.unread(store(call.arguments()));
        return note(process.runtime().targetKernel(stored, DEFAULT_DEVICE));
    }

    private TargetKernelCall call(HostOperation.Launch launch) {
        return new TargetKernelCall(
                process.address(locations.symbol(launch)),
                launch.numTeams(),
                launch.threadLimit(),
                process.address(HostSymbolNames.regionId(launch.kernel())),
                kernelArguments(launch));
    }

    private Optional<HostFallback> note(LaunchResult result) {
        return switch (result) {
            case Launched launched -> {
                launches.add(launched);
                yield Optional.empty();
            }
            case HostFallback fallback -> Optional.of(fallback);
        };
    }

    /// The arguments of a launch. Editions whose entry point has plain parameters instead of the
    /// structure pass the fields of its first version.
    private KernelArguments kernelArguments(HostOperation.Launch launch) {
        var arrays = arrays(launch);
        var names = process.find(table(launch).namesSymbol());
        return new KernelArguments(
                Math.max(1, profile.runtime().kernelArgumentsVersion()),
                arrays.count(),
                arrays.bases(),
                arrays.begins(),
                arrays.sizes(),
                arrays.types(),
                names.orElse(0),
                0,
                launch.tripCount(),
                0,
                new Extent(Math.max(0, launch.numTeams()), 0, 0),
                new Extent(launch.threadLimit(), 0, 0),
                launch.teamMemory());
    }

    private List<MapArgument> arguments(HostOperation operation) {
        return arrays(operation).read(process.memory());
    }

    private ArgumentArrays arrays(HostOperation operation) {
        var table = table(operation);
        var bases = new ArrayList<Long>();
        var begins = new ArrayList<Long>();
        for (var operand : operands(operation)) {
            switch (operand) {
                case MapOperand.Section section -> {
                    var buffer = unit.buffer(section.buffer());
                    bases.add(base(section, buffer));
                    begins.add(address(buffer) + section.begin());
                }
                case MapOperand.Literal literal -> {
                    long bits = literalBits(literal.value());
                    bases.add(bits);
                    begins.add(bits);
                }
                case MapOperand.EnvironmentPlace _ -> {
                    bases.add(0L);
                    begins.add(0L);
                }
            }
        }
        return new ArgumentArrays(
                bases.size(),
                store(".offload_baseptrs", bases),
                store(".offload_ptrs", begins),
                process.address(table.sizesSymbol()),
                process.address(table.typesSymbol()),
                0,
                0);
    }

    private List<MapOperand> operands(HostOperation operation) {
        return OperandTable.operands(operation, profile.runtime().deviceAbi());
    }

    private OperandTable table(HostOperation operation) {
        return OperandTable.find(tables, operands(operation), unit);
    }

    /// Stores the arguments of a launch on the stack.
    private long store(KernelArguments arguments) {
        var bytes = arguments.write();
        long address = process.memory().allocate("KernelArgsTy", bytes.length).address();
        process.memory()
                .write(address, bytes.length, "KernelArgsTy")
                .copyFrom(MemorySegment.ofArray(bytes));
        return address;
    }

    /// Stores an array on the stack.
    private long store(String name, List<Long> values) {
        var segment = process.memory().allocate(name, (long) values.size() * Long.BYTES);
        for (int i = 0; i < values.size(); i++) {
            process.memory().putI64(segment.address() + (long) i * Long.BYTES, values.get(i), name);
        }
        return segment.address();
    }

    private MemorySegment storage(String name) {
        var buffer = unit.buffer(name);
        return process.memory().write(address(buffer), buffer.bytes(), name);
    }

    /// The address of the variable itself, or of the devices' pointer to it if the operand maps
    /// that.
    private long base(MapOperand.Section section, Buffer buffer) {
        return (section.type() & MapType.PTR_AND_OBJ.bit()) != 0
                ? process.address(HostSymbolNames.referencePointer(buffer))
                : address(buffer);
    }

    private long address(Buffer buffer) {
        var onStack = stack.get(buffer.name());
        return onStack == null ? process.address(buffer.symbol()) : onStack;
    }

    /// A literal in the low bytes of a pointer: compilers store it through an integer of its size.
    private static long literalBits(ElementValue literal) {
        return switch (literal) {
            case ElementValue.I32(int value) -> Integer.toUnsignedLong(value);
            case ElementValue.I64(long value) -> value;
            case ElementValue.F32(float value) ->
                    Integer.toUnsignedLong(Float.floatToRawIntBits(value));
            case ElementValue.F64(double value) -> Double.doubleToRawLongBits(value);
            case ElementValue.Complex64(float re, float im) ->
                    Integer.toUnsignedLong(Float.floatToRawIntBits(re))
                            | (long) Float.floatToRawIntBits(im) << Integer.SIZE;
            case ElementValue.Complex128 _ ->
                    throw new IllegalArgumentException("a complex128 does not fit a pointer");
        };
    }
}
