package org.offloadtck.emulation.fallback;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The program that `exec` started.
///
/// @param directory in which it was started
/// @param name as on the command line; without `/`, it is looked up in `path`
/// @param path the value of `PATH`
/// @param policy the value of `OMP_TARGET_OFFLOAD`; empty if it is not set
public record ExecutedProgram(Path directory, String name, String path, String policy) {

    /// A run without a program.
    public static final ExecutedProgram NONE = new ExecutedProgram(Path.of(""), "", "", "");

    /// The bytes of its file; empty if no file is found or it cannot be read.
    Optional<byte[]> bytes() {
        var folders = name.contains("/") ? List.of("") : Arrays.asList(path.split(":", -1));
        return name.isEmpty()
                ? Optional.empty()
                : folders.stream()
                        .flatMap(folder -> file(folder).stream())
                        .filter(Files::isRegularFile)
                        .findFirst()
                        .flatMap(ExecutedProgram::read);
    }

    private Optional<Path> file(String folder) {
        try {
            return Optional.of(directory.resolve(folder).resolve(name));
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }

    private static Optional<byte[]> read(Path file) {
        try {
            return Optional.of(Files.readAllBytes(file));
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
