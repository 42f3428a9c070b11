package org.offloadtck.launch.command;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;

/// The standard error stream of this process.
final class StandardError {

    /// `STDERR_FILENO` (POSIX.1-2017, `unistd.h`).
    private static final int DESCRIPTOR = 2;

    private StandardError() {}

    /// Whether it is a terminal (POSIX.1-2017, `isatty`).
    @SuppressWarnings("restricted")
    static boolean isTerminal() {
        var linker = Linker.nativeLinker();
        var isatty =
                linker.downcallHandle(
                        linker.defaultLookup().findOrThrow("isatty"),
                        FunctionDescriptor.of(JAVA_INT, JAVA_INT));
        try {
            return (int) isatty.invokeExact(DESCRIPTOR) == 1;
        } catch (Throwable fault) {
            throw new IllegalStateException("isatty throws nothing", fault);
        }
    }
}
