package org.offloadtck.engine.code;

import java.util.List;
import org.offloadtck.engine.program.LoadedProgram;

/// A call, as the caller sees it.
///
/// @param target what is called
/// @param arguments where the caller's frame holds the arguments, in order
/// @param results where the caller's frame takes the results, in order
public record CallSite(Target target, List<FrameSlot> arguments, List<FrameSlot> results) {

    public CallSite {
        arguments = List.copyOf(arguments);
        results = List.copyOf(results);
    }

    /// A stretch of a frame in local memory.
    ///
    /// @param offset from the frame's base, in bytes
    /// @param size in bytes
    public record FrameSlot(int offset, int size) {

        /// One past the last byte.
        public int end() {
            return offset + size;
        }
    }

    /// What a call leads to.
    public sealed interface Target {

        /// A function of the image, by its place in [LoadedProgram#functions].
        record Direct(int function) implements Target {}

        /// Whatever function the register has the address of.
        record Indirect() implements Target {}

        /// A function of the device's own.
        record Builtin(BuiltinFunction function) implements Target {}
    }
}
