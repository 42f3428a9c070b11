package org.offloadtck.linker.tool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/// A directory that is deleted with its contents when it is closed.
public record TemporaryDirectory(Path path) implements AutoCloseable {

    /// Creates a directory in the system's directory for temporary files.
    ///
    /// @param prefix of the directory's name
    /// @throws UncheckedIOException if the directory cannot be created
    public static TemporaryDirectory create(String prefix) {
        try {
            return new TemporaryDirectory(Files.createTempDirectory(prefix));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Deletes the directory. Files that another process deletes at the same time are no fault.
    ///
    /// @throws UncheckedIOException if a file cannot be deleted
    @Override
    public void close() {
        try (var files = Files.walk(path)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Deletes the directory because of `fault`. A failure to do so is added to `fault`.
    public void closeAfter(Throwable fault) {
        try {
            close();
        } catch (UncheckedIOException second) {
            fault.addSuppressed(second);
        }
    }
}
