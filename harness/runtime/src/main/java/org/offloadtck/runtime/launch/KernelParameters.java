package org.offloadtck.runtime.launch;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.Capability;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.argument.VariableName;
import org.offloadtck.runtime.indirect.DeviceFunction;
import org.offloadtck.runtime.mapping.DataEnvironment;
import org.offloadtck.runtime.memory.DeviceChannel;
import org.offloadtck.runtime.memory.DevicePointer;
import org.offloadtck.runtime.memory.HostMemory;

/// Computes the parameters of a kernel from the mapped arguments of its launch.
///
/// Requirement: DM-17.
///
/// @see "LLVM 22, offload/libomptarget/omptarget.cpp, processDataBefore"
final class KernelParameters {

    /// Size in bytes up to which firstprivate variables are copied in one transfer.
    ///
    /// @see "same, PrivateArgumentManagerTy::FirstPrivateArgSizeThreshold"
    private static final long PACKING_THRESHOLD = 1024;

    private final HostMemory host;
    private final DataEnvironment data;
    private final DeviceChannel channel;
    private final PrivateStorage storage;
    private final List<Parameter> parameters = new ArrayList<>();

    /// The private copies of structures with members, by index of the argument.
    private final Map<Integer, DevicePointer> structures = new HashMap<>();

    /// A parameter before the packed variables have device addresses.
    private sealed interface Parameter {

        record Ready(Argument argument) implements Parameter {}

        /// @param offset of the variable's base in the packed buffer
        record InBuffer(long offset) implements Parameter {}
    }

    KernelParameters(
            HostMemory host, DataEnvironment data, DeviceChannel channel, PrivateStorage storage) {
        this.host = host;
        this.data = data;
        this.channel = channel;
        this.storage = storage;
    }

    /// One kernel argument for each map argument that is a target parameter, in order.
    List<Argument> of(List<MapArgument> arguments) {
        for (int index = 0; index < arguments.size(); index++) {
            MapArgument argument = arguments.get(index);
            if (argument.has(MapType.TARGET_PARAM)) {
                boolean isStructure =
                        index + 1 < arguments.size()
                                && arguments.get(index + 1).parent().isPresent();
                parameters.add(parameter(argument, index, isStructure));
            } else if (isCapture(argument)) {
                argument.parent()
                        .ifPresent(parent ->
                                setCapture(
                                        argument,
                                        arguments.get(parent),
                                        structure(parent, arguments)));
            }
        }
        boolean hasPacked = parameters.stream().anyMatch(Parameter.InBuffer.class::isInstance);
        return hasPacked ? resolved(storage.transferPacked()) : resolved();
    }

    /// Whether the argument is a variable that a lambda captured by reference: a pointer inside the
    /// lambda.
    ///
    /// @see "LLVM 16, openmp/libomptarget/src/omptarget.cpp, isLambdaMapping"
    private static boolean isCapture(MapArgument argument) {
        return argument.has(MapType.PTR_AND_OBJ)
                && argument.has(MapType.LITERAL)
                && argument.has(MapType.IMPLICIT);
    }

    /// The device copy of argument `index`: private, or mapped.
    private Optional<DevicePointer> structure(int index, List<MapArgument> arguments) {
        MapArgument lambda = arguments.get(index);
        return Optional.ofNullable(structures.get(index))
                .or(() -> data.translate(lambda.begin(), lambda.size()));
    }

    /// Sets the pointer at `place`, the device copy of `lambda`, to the counterpart of the captured
    /// variable, if that is mapped.
    private void setCapture(
            MapArgument capture, MapArgument lambda, Optional<DevicePointer> place) {
        var object = data.pass(capture);
        if (place.isEmpty() || object.isEmpty()) {
            return;
        }
        channel.require(Capability.RAW_ADDRESSES, "what a lambda has captured");
        channel.fromRuntime(
                place.get().plus(capture.base() - lambda.begin()),
                PrivateStorage.addressBytes(object.get().address().orElseThrow()),
                capture.base(),
                VariableName.NONE.name());
    }

    private Parameter parameter(MapArgument argument, int index, boolean isStructure) {
        if (argument.has(MapType.LITERAL)) {
            return new Parameter.Ready(Argument.Value.of(argument.base()));
        }
        return argument.has(MapType.PRIVATE)
                ? privateVariable(argument, index, isStructure)
                : mappedVariable(argument);
    }

    private Parameter privateVariable(MapArgument argument, int index, boolean isStructure) {
        if (argument.has(MapType.ATTACH)) {
            return new Parameter.Ready(
                    argument(
                            storage.allocate(
                                    attachedPointer(argument), argument.begin(), name(argument))));
        }
        if (argument.size() == 0) {
            return new Parameter.Ready(Argument.Value.nullPointer());
        }
        long toBase = argument.base() - argument.begin();
        if (!argument.has(MapType.TO)) {
            return new Parameter.Ready(
                    argument(
                            storage.allocate(argument.size(), argument.begin(), name(argument))
                                    .plus(toBase)));
        }
        MemorySegment initial =
                host.read(argument.begin(), argument.size(), "firstprivate variable");
        if (argument.size() > PACKING_THRESHOLD || isStructure) {
            DevicePointer copy = storage.allocate(initial, argument.begin(), name(argument));
            structures.put(index, copy);
            return new Parameter.Ready(argument(copy.plus(toBase)));
        }
        return new Parameter.InBuffer(storage.pack(initial, argument.begin()) + toBase);
    }

    private static String name(MapArgument argument) {
        return argument.variable().isPresent() ? argument.name() : "private variable";
    }

    /// The initial value of a firstprivate pointer: the counterpart of its object.
    private MemorySegment attachedPointer(MapArgument argument) {
        channel.require(Capability.RAW_ADDRESSES, "a pointer in private storage");
        long object = host.i64(argument.base(), "firstprivate pointer");
        long value =
                data.translate(argument.begin(), 0)
                        .map(begin -> begin.plus(object - argument.begin()))
                        .map(base -> base.address().orElseThrow())
                        .orElse(object);
        return PrivateStorage.addressBytes(value);
    }

    /// The counterpart of the variable's base. A pointer that is not mapped keeps its host value:
    /// OpenMP 5.2, section 5.8.6, pointers in map clauses.
    private Parameter mappedVariable(MapArgument argument) {
        long base =
                argument.has(MapType.PTR_AND_OBJ)
                        ? host.i64(argument.base(), "pointer of a pointer and object")
                        : argument.base();
        return new Parameter.Ready(
                data.pass(argument)
                        .map(begin -> argument(begin.plus(base - argument.begin())))
                        .orElseGet(() -> Argument.Value.of(base)));
    }

    private List<Argument> resolved() {
        return parameters.stream()
                .map(parameter ->
                        switch (parameter) {
                            case Parameter.Ready(var argument) -> argument;
                            case Parameter.InBuffer _ ->
                                    throw new IllegalStateException("nothing is packed");
                        })
                .toList();
    }

    private List<Argument> resolved(DevicePointer buffer) {
        return parameters.stream()
                .map(parameter ->
                        switch (parameter) {
                            case Parameter.Ready(var argument) -> argument;
                            case Parameter.InBuffer(long offset) -> argument(buffer.plus(offset));
                        })
                .toList();
    }

    /// A pointer outside its memory, such as the base of an array section, is passed as a number,
    /// and so is the address of a function.
    private Argument argument(DevicePointer pointer) {
        if (pointer.memory() instanceof DeviceFunction) {
            return Argument.Value.of(pointer.address().orElseThrow());
        }
        if (pointer.isInside()) {
            return new Argument.Pointer(pointer.memory(), pointer.offset());
        }
        channel.require(Capability.RAW_ADDRESSES, "a pointer to the base of an array section");
        return Argument.Value.of(pointer.address().orElseThrow());
    }
}
