package org.offloadtck.offload.protocol;

import java.util.List;

/// A call of `libomptarget.so`.
///
/// @param arguments in the order of [RuntimeFunction]
/// @param components the components of user-defined mappers in 64-bit words: for each argument that
///   has a mapper its index, the number of its components, and of each component base, begin, size,
///   type and name
public record RuntimeCall(RuntimeFunction function, List<Long> arguments, List<Long> components) {

    public RuntimeCall {
        arguments = List.copyOf(arguments);
        components = List.copyOf(components);
        if (arguments.size() != function.arguments()) {
            throw new IllegalArgumentException(
                    "%s: %d arguments are given when it takes %d"
                            .formatted(function, arguments.size(), function.arguments()));
        }
    }

    public long argument(int index) {
        return arguments.get(index);
    }

    /// The low 32 bits of an argument: a C `int`.
    public int number(int index) {
        return (int) argument(index);
    }
}
