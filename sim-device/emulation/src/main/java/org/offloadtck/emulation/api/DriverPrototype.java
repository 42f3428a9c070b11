package org.offloadtck.emulation.api;

import java.util.List;
import java.util.function.Predicate;

/// The names of a driver function and its parameters.
///
/// Parameters are those of the C prototype, with these changes. Structures are passed field by
/// field ([DriverParameter.Structure]); images are sent whole; `kernelParams` and `extra` become
/// one block `parameters` with the layout of the kernel. `layout` is that layout: offset and size
/// of each parameter, 32 bits each; `layouts` has for each handle the number of parameters (32
/// bits) and a layout. `dynamicSMemSizes` is empty, or has the results of the caller's callback for
/// blocks of 32, 64, … 1024 threads, 64 bits each. `options` are 32 bits each, `optionValues` 64;
/// `attrs` is an array of `CUlaunchAttribute` (72 bytes each), `desc` one of `CUmemAccessDesc` (12
/// bytes each). `data` of `cuPointerGetAttributes` has for each attribute a length (32 bits) and so
/// many bytes. `cuLaunchHostFunc` and `cuStreamAddCallback` enqueue a [HostCall]. `moves` of a copy
/// is 1 if the caller moves the bytes. Then `ends` of a copy of rows is the place of its source,
/// then that of its target: the address of the first byte, the pitch of rows and that of slices, 64
/// bits each. Lists of nodes are handles, 64 bits each.
///
/// @param symbol the name under which C programs know it
/// @param aliases further names
/// @param parameters in the order of their declaration
record DriverPrototype(String symbol, List<String> aliases, List<DriverParameter> parameters) {

    DriverPrototype {
        aliases = List.copyOf(aliases);
        parameters = List.copyOf(parameters);
    }

    /// Parses the symbol, its further names, and the parameters in parentheses.
    static DriverPrototype parse(String text) {
        int open = text.indexOf('(');
        var names = List.of(text.substring(0, open).split(" ", -1));
        return new DriverPrototype(
                names.getFirst(),
                names.subList(1, names.size()),
                DriverParameter.list(text.substring(open + 1, text.length() - 1)));
    }

    /// How many inputs are of a kind.
    int count(Predicate<DriverParameter> kind) {
        return (int)
                parameters.stream()
                        .filter(p -> p.direction() == DriverParameter.Direction.IN)
                        .filter(kind)
                        .count();
    }
}
