package org.offloadtck.linker.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.object.elf.ElfObject;

/// A linker of the machine, `ld` or another that takes its options, for programs that are to run
/// natively.
///
/// @param linker the program
/// @param limit how long a link may take before it is stopped
public record SystemLinker(Path linker, Duration limit) {

    /// Output kept for a diagnostic, in characters.
    private static final int KEPT_OUTPUT = 4096;

    /// Looks for `name` in the folders of `path`, as a shell does in `$PATH`.
    public static Optional<SystemLinker> find(String name, List<Path> path, Duration limit) {
        return path.stream()
                .map(folder -> folder.resolve(name))
                .filter(Files::isExecutable)
                .findFirst()
                .map(found -> new SystemLinker(found, limit));
    }

    /// Links `objects`, in order, in a folder that the caller owns; they and the executable stay
    /// there.
    ///
    /// @param options come before the objects
    /// @return the executable, `program` in `folder`
    /// @throws LinkException with what the linker printed, if it fails or does not end
    /// @throws UncheckedIOException if the folder cannot be written
    public Path link(List<ElfObject> objects, List<String> options, Path folder) {
        try {
            var executable = folder.resolve("program");
            var command = new ArrayList<>(List.of(linker.toString(), "-o", executable.toString()));
            command.addAll(options);
            for (ElfObject object : objects) {
                var file = folder.resolve("%d.o".formatted(command.size()));
                command.add(Files.write(file, object.write()).toString());
            }
            run(command, folder);
            return executable;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void run(List<String> command, Path folder) throws IOException {
        var output = folder.resolve("linker-output.txt");
        var process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        if (!ends(process)) {
            process.destroyForcibly();
            throw refused("does not end", "it should within " + limit);
        }
        if (process.exitValue() != 0) {
            throw refused(
                    "exits with status %d: %s".formatted(process.exitValue(), head(output)),
                    "the link should succeed");
        }
    }

    private boolean ends(Process process) {
        try {
            return process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static String head(Path output) throws IOException {
        try (var stream = Files.newInputStream(output)) {
            return new String(stream.readNBytes(KEPT_OUTPUT), UTF_8).strip();
        }
    }

    private LinkException refused(String what, String when) {
        return new LinkException(
                linker.toString(), "process", LinkRule.SYSTEM_LINKER, what + ", when " + when);
    }
}
