package org.offloadtck.toolkit.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// Reads and writes the files that the words of a tool name.
public final class ToolFile {

    private ToolFile() {}

    /// Reads a whole file.
    ///
    /// @throws ToolException if the file cannot be read
    public static byte[] read(String file) {
        try {
            return Files.readAllBytes(Path.of(file));
        } catch (IOException | InvalidPathException _) {
            throw new ToolException(
                    "Input file '%s' could not be opened".formatted(file), ToolException.INPUT);
        }
    }

    /// Writes a file.
    ///
    /// @throws ToolException if the file cannot be written
    public static void write(String file, byte[] bytes) {
        try {
            Files.write(Path.of(file), bytes);
        } catch (IOException | InvalidPathException _) {
            throw new ToolException(
                    "Output file '%s' could not be opened".formatted(file), ToolException.INPUT);
        }
    }
}
