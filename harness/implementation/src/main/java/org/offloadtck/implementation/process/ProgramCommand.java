package org.offloadtck.implementation.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

/// The command that runs a built program.
///
/// @param name of the program in verdicts
/// @param words the executable and its arguments
/// @param folder the working directory
/// @param environment variables in addition to those of the kit's own process
public record ProgramCommand(
        String name, List<String> words, Path folder, Map<String, String> environment) {

    public ProgramCommand {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
    }

    /// A command whose words, which are files, are copied to `to`, and which runs there.
    ///
    /// @param to a directory, which is made
    /// @throws UncheckedIOException if a file cannot be copied
    public ProgramCommand copiedTo(Path to) {
        var copies = words.stream().map(Path::of).map(file -> copy(file, to).toString()).toList();
        return new ProgramCommand(name, copies, to, environment);
    }

    private static Path copy(Path file, Path to) {
        try {
            return Files.copy(
                    file,
                    Files.createDirectories(to).resolve(file.getFileName()),
                    StandardCopyOption.COPY_ATTRIBUTES,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
