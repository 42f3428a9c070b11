package org.offloadtck.driver.toolkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// Files as the tools name them.
final class ToolFiles {

    private ToolFiles() {}

    /// @throws ToolFailure if the file cannot be read
    static byte[] read(String file) {
        try {
            return Files.readAllBytes(Path.of(file));
        } catch (IOException | InvalidPathException _) {
            throw new ToolFailure(
                    "Input file '%s' could not be opened".formatted(file), ToolFailure.INPUT);
        }
    }

    /// @throws ToolFailure if the file cannot be written
    static void write(String file, byte[] bytes) {
        try {
            Files.write(Path.of(file), bytes);
        } catch (IOException | InvalidPathException _) {
            throw new ToolFailure(
                    "Output file '%s' could not be opened".formatted(file), ToolFailure.INPUT);
        }
    }
}
