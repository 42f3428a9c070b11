package org.offloadtck.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A file that a command was to make and could not write. The message is one line.
final class UnwritableOutputException extends RuntimeException {

    private UnwritableOutputException(Path file, IOException fault) {
        super("%s: cannot be written: %s".formatted(file, fault.getClass().getSimpleName()), fault);
    }

    /// Makes `file` of `bytes`.
    static void write(Path file, byte[] bytes) {
        try {
            Files.write(file, bytes);
        } catch (IOException fault) {
            throw new UnwritableOutputException(file, fault);
        }
    }
}
