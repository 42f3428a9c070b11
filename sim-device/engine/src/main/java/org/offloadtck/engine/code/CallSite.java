package org.offloadtck.engine.code;

import java.util.List;

/// What a call instruction transfers: the callee, and the frame slots of arguments and results.
///
/// @param arguments slots of the caller's frame that the arguments are in, in order
/// @param results slots of the caller's frame that receive the results, in order
public record CallSite(Target target, List<FrameSlot> arguments, List<FrameSlot> results) {

    public CallSite {
        arguments = List.copyOf(arguments);
        results = List.copyOf(results);
    }

    /// Consecutive bytes of a frame in local memory.
    ///
    /// @param offset from the base of the frame, in bytes
    /// @param size in bytes
    public record FrameSlot(int offset, int size) {

        /// One past the last byte.
        public int end() {
            return offset + size;
        }
    }

    /// The callee.
    public sealed interface Target {

        /// A function of the program, by its index.
        record Direct(int function) implements Target {}

        /// The function whose address is in a register.
        record Indirect() implements Target {}

        /// A function that the device provides.
        record Builtin(BuiltinFunction function) implements Target {}
    }
}
