package org.offloadtck.runtime.argument;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.offloadtck.object.offload.abi.KernelArguments;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.memory.HostMemory;

/// The parallel arrays in host memory in which a compiler passes map arguments: `ArgBasePtrs`,
/// `ArgPtrs`, `ArgSizes`, `ArgTypes`, `ArgNames`, `ArgMappers`.
///
/// @param count number of elements of each array
/// @param names may be null
/// @param mappers may be null
/// @see "LLVM 22, offload/include/omptarget.h, __tgt_target_data_begin_mapper"
public record ArgumentArrays(
        long count, long bases, long begins, long sizes, long types, long names, long mappers) {

    public static ArgumentArrays of(KernelArguments arguments) {
        return new ArgumentArrays(
                arguments.argumentCount(),
                arguments.basePointers(),
                arguments.pointers(),
                arguments.sizes(),
                arguments.types(),
                arguments.names(),
                arguments.mappers());
    }

    /// Reads arguments without user-defined mappers.
    ///
    /// @throws OffloadException if an array is not in host memory, or an argument has a mapper
    public List<MapArgument> read(HostMemory host) {
        return read(host, MapperFunctions.NONE);
    }

    /// Reads the arguments and calls their user-defined mappers.
    ///
    /// Requirement: DM-11.
    ///
    /// @throws OffloadException if an array is not in host memory
    public List<MapArgument> read(HostMemory host, MapperFunctions functions) {
        for (long array : new long[] {bases, begins, sizes, types}) {
            host.read(array, count * Long.BYTES, "argument array");
        }
        var arguments = new ArrayList<MapArgument>();
        for (long at = 0; at < count * Long.BYTES; at += Long.BYTES) {
            var argument =
                    new MapArgument(
                            host.i64(bases + at, "ArgBasePtrs"),
                            host.i64(begins + at, "ArgPtrs"),
                            host.i64(sizes + at, "ArgSizes"),
                            host.i64(types + at, "ArgTypes"),
                            name(host, at));
            long mapper = mappers == 0 ? 0 : host.i64(mappers + at, "ArgMappers");
            arguments.add(
                    mapper == 0 ? argument : argument.expandedBy(functions.call(mapper, argument)));
        }
        return List.copyOf(arguments);
    }

    private VariableName name(HostMemory host, long at) {
        return variable(host, names == 0 ? 0 : host.i64(names + at, "ArgNames"));
    }

    /// The variable that the text at `text` names.
    ///
    /// @param text may be null
    public static VariableName variable(HostMemory host, long text) {
        return text == 0
                ? VariableName.NONE
                : VariableName.parse(host.string(text, "name of a mapped variable"));
    }

    /// The same arguments without their user-defined mappers.
    public ArgumentArrays withoutMappers() {
        return new ArgumentArrays(count, bases, begins, sizes, types, names, 0);
    }

    /// Writes device addresses over the base pointers that the program passed.
    ///
    /// Requirement: DM-13.
    ///
    /// @param addresses by index of the argument
    public void putBases(HostMemory host, SortedMap<Integer, Long> addresses) {
        addresses.forEach((index, address) ->
                host.putI64(bases + (long) index * Long.BYTES, address, "ArgBasePtrs"));
    }
}
