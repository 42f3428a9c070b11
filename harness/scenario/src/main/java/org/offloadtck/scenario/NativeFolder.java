package org.offloadtck.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.offloadtck.linker.tool.Commands;
import org.offloadtck.linker.tool.Commands.Mode;
import org.offloadtck.linker.tool.Programs;
import org.offloadtck.scenario.record.UnsupportedException;

/// A folder in which the machine's tools work, for one scenario.
final class NativeFolder {

    static final Duration LIMIT = Duration.ofMinutes(2);

    private final Path folder;
    private final Programs programs = Programs.of(System.getenv().getOrDefault("PATH", ""));

    NativeFolder() {
        try {
            folder = Files.createTempDirectory("offload-tck-native-");
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    Path path() {
        return folder;
    }

    Programs programs() {
        return programs;
    }

    /// The program called `name`.
    ///
    /// @throws UnsupportedException if the machine has none
    Path require(String name) {
        return programs.find(name)
                .orElseThrow(() -> new UnsupportedException(name + " is not on this machine"));
    }

    /// What a command prints.
    List<String> output(List<String> command) {
        var printed = new ArrayList<String>();
        new Commands(Mode.RUN, folder, LIMIT, printed::add).run(command);
        return printed;
    }

    void write(String name, byte[] bytes) {
        try {
            Files.write(folder.resolve(name), bytes);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    byte[] read(String name) {
        try {
            return Files.readAllBytes(folder.resolve(name));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// The names of the files, sorted.
    List<String> files() {
        try (var files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    void delete() {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
