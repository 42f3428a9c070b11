package org.offloadtck.emulation.command;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;

/// The program image of this process.
final class ProcessImage {

    private ProcessImage() {}

    /// Replaces the program of this process by another one, with the same streams, working
    /// directory and environment (POSIX.1-2017, `execv`): signals reach the new program, and its
    /// exit status is that of this process. Returns only if the program cannot be executed.
    ///
    /// @param words path of the program, then its arguments
    @SuppressWarnings("restricted")
    static void replace(List<String> words) {
        var linker = Linker.nativeLinker();
        var execv =
                linker.downcallHandle(
                        linker.defaultLookup().findOrThrow("execv"),
                        FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
        try (var arena = Arena.ofConfined()) {
            var pointers = arena.allocate(ADDRESS, words.size() + 1L);
            for (int i = 0; i < words.size(); i++) {
                pointers.setAtIndex(ADDRESS, i, arena.allocateFrom(words.get(i)));
            }
            pointers.setAtIndex(ADDRESS, words.size(), MemorySegment.NULL);
            call(execv, pointers.getAtIndex(ADDRESS, 0), pointers);
        }
    }

    private static void call(MethodHandle execv, MemorySegment program, MemorySegment words) {
        try {
            int _ = (int) execv.invokeExact(program, words);
        } catch (Throwable fault) {
            throw new IllegalStateException("execv throws nothing", fault);
        }
    }
}
