package org.offloadtck.offload.protocol;

import java.util.List;

/// One call of a thread of a process that uses `libomptarget.so`.
///
/// @param arguments in the order of [RuntimeFunction]
/// @param components what user-defined mappers came to, in 64-bit words: for each argument that has
///   one its index, the number of its components, and of each component base, begin, size, type and
///   name
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

    /// The same as a C `int`: its low 32 bits.
    public int number(int index) {
        return (int) argument(index);
    }
}
