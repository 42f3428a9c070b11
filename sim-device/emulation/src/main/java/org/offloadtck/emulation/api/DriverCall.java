package org.offloadtck.emulation.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;

/// A call of a driver function.
///
/// @param function the called function
/// @param arguments its inputs that are not buffers, in the order of [DriverFunction#parameters()]:
///   handles, addresses and sizes as they are, signed numbers sign-extended, a `float` as its bits
/// @param buffers its inputs that are buffers, in the same order. Callers must not modify them
/// @param caller the name of the function that the program called: `cudaMalloc` if the CUDA runtime
///   makes the call for it, otherwise the symbol of `function`
public record DriverCall(
        DriverFunction function, List<Long> arguments, List<byte[]> buffers, String caller) {

    public DriverCall {
        arguments = List.copyOf(arguments);
        buffers = List.copyOf(buffers);
        requireCount(function, "numbers", arguments.size(), function.arguments());
        requireCount(function, "buffers", buffers.size(), function.buffers());
    }

    /// A call that the program itself makes.
    public DriverCall(DriverFunction function, List<Long> arguments, List<byte[]> buffers) {
        this(function, arguments, buffers, function.symbol());
    }

    private static void requireCount(DriverFunction function, String what, int given, int wanted) {
        if (given != wanted) {
            throw new IllegalArgumentException(
                    "%s: %d %s are given when it takes %d"
                            .formatted(function.symbol(), given, what, wanted));
        }
    }

    /// The argument at `index`, counted without outputs and buffers.
    public long argument(int index) {
        return arguments.get(index);
    }

    /// The low 32 bits of an argument: a C `int` or `unsigned int`.
    public int number(int index) {
        return (int) argument(index);
    }

    /// The input buffer at `index`, counted among buffers only.
    public byte[] buffer(int index) {
        return buffers.get(index);
    }

    /// The input buffer at `index` as text. Bytes that are not UTF-8 become U+FFFD.
    public String text(int index) {
        return new String(buffer(index), UTF_8);
    }
}
