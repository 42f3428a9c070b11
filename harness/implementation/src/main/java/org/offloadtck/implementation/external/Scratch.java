package org.offloadtck.implementation.external;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/// Folders that go when they are no longer needed.
final class Scratch {

    private Scratch() {}

    /// Deletes `folder` and all in it.
    static void delete(Path folder) {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
