package org.offloadtck.linker.tool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A directory that is deleted with its contents when it is closed.
public record TemporaryDirectory(Path path) implements AutoCloseable {

    private static final Set<TemporaryDirectory> OPEN = ConcurrentHashMap.newKeySet();

    /// Creates a directory in the system's directory for temporary files.
    ///
    /// @param prefix of the directory's name
    /// @throws UncheckedIOException if the directory cannot be created
    public static TemporaryDirectory create(String prefix) {
        try {
            var created = new TemporaryDirectory(Files.createTempDirectory(prefix));
            OPEN.add(created);
            return created;
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Deletes all directories that were created and not closed, as far as possible.
    public static void closeAll() {
        for (var open : OPEN) {
            try {
                open.close();
            } catch (UncheckedIOException _) {
                // A thread of this process, which ends, still writes to it.
            }
        }
    }

    /// Deletes the directory. Files that another process deletes at the same time are no fault.
    ///
    /// @throws UncheckedIOException if a file cannot be deleted
    @Override
    public void close() {
        OPEN.remove(this);
        if (Files.notExists(path)) {
            return;
        }
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
