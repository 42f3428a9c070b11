package org.offloadtck.implementation.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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

    private static final Duration COPY_LIMIT = Duration.ofMinutes(1);

    public ProgramCommand {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
    }

    /// A command whose words, which are files, are copied to `to`, and which runs there.
    ///
    /// `cp` copies them. A child that another thread starts inherits the files that this process
    /// writes, and Linux does not start a program that a process has open for writing (`ETXTBSY`,
    /// execve(2)).
    ///
    /// @param to a directory, which is made
    /// @throws UncheckedIOException if a file cannot be copied
    public ProgramCommand copiedTo(Path to) {
        var copy = new ArrayList<>(List.of("cp", "-p", "--"));
        words.forEach(word -> copy.add(Path.of(word).toAbsolutePath().toString()));
        copy.add(to.toAbsolutePath().toString());
        try {
            Files.createDirectories(to);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
        var result = ToolProcess.run(new ToolCommand(copy, to, Map.of(), COPY_LIMIT));
        if (!result.ending().isSuccess()) {
            throw new UncheckedIOException(
                    new IOException(
                            "%s: cannot be copied to %s: %s"
                                    .formatted(name, to, result.firstError())));
        }
        var copies = words.stream().map(word -> to.resolve(Path.of(word).getFileName()).toString());
        return new ProgramCommand(name, copies.toList(), to, environment);
    }
}
