package org.offloadtck.emulation.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;

/// One call of a client thread.
///
/// @param function what is called
/// @param arguments its inputs that are no buffers, in the order of [DriverFunction#parameters()]:
///   handles, addresses and sizes as they are, signed numbers sign-extended, a `float` as its bits
/// @param buffers its inputs that are buffers, in that order; nobody changes them
public record DriverCall(DriverFunction function, List<Long> arguments, List<byte[]> buffers) {

    public DriverCall {
        arguments = List.copyOf(arguments);
        buffers = List.copyOf(buffers);
        requireCount(function, "numbers", arguments.size(), function.arguments());
        requireCount(function, "buffers", buffers.size(), function.buffers());
    }

    private static void requireCount(DriverFunction function, String what, int given, int wanted) {
        if (given != wanted) {
            throw new IllegalArgumentException(
                    "%s: %d %s are given when it takes %d"
                            .formatted(function.symbol(), given, what, wanted));
        }
    }

    /// The input number at `index`, counted without outputs and buffers.
    public long argument(int index) {
        return arguments.get(index);
    }

    /// The same as a C `int` or `unsigned int`: its low 32 bits.
    public int number(int index) {
        return (int) argument(index);
    }

    /// The input buffer at `index`, counted among buffers only.
    public byte[] buffer(int index) {
        return buffers.get(index);
    }

    /// That buffer as text; bytes that are not UTF-8 become U+FFFD.
    public String text(int index) {
        return new String(buffer(index), UTF_8);
    }
}
