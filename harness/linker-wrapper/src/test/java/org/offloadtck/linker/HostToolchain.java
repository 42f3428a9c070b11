package org.offloadtck.linker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// The compiler and binary tools of the machine, for comparisons. A test whose tool is missing is
/// skipped, with the tool's name.
public final class HostToolchain {

    private static final long TIME_LIMIT_SECONDS = 60;

    private HostToolchain() {}

    /// The output of a finished process, both streams together, and its exit status.
    public record Outcome(int status, String output) {}

    public static void assume(String tool) {
        assumeTrue(find(tool).isPresent(), tool + " is not on this machine");
    }

    public static Optional<Path> find(String tool) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .map(folder -> Path.of(folder, tool))
                .filter(Files::isExecutable)
                .findFirst();
    }

    public static Outcome run(Path folder, String... command) {
        try {
            var output = folder.resolve("output.txt");
            var process =
                    new ProcessBuilder(command)
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .start();
            if (!process.waitFor(TIME_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException(String.join(" ", command) + " does not end");
            }
            return new Outcome(process.exitValue(), Files.readString(output, UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// Compiles a C file of the test resources to an object file in `folder`.
    public static Path compile(Path folder, String resource, String... options) {
        assume("gcc");
        var source = write(folder.resolve(Path.of(resource).getFileName()), read(resource));
        var object = folder.resolve(source.getFileName() + ".o");
        var command = new ArrayList<>(List.of("gcc", "-c", "-o", object.toString()));
        command.addAll(List.of(options));
        command.add(source.toString());
        succeed(run(folder, command.toArray(String[]::new)));
        return object;
    }

    public static Path write(Path file, byte[] bytes) {
        try {
            return Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The output of a process that must succeed.
    ///
    /// @throws IllegalStateException with the output, if the process failed
    public static String succeed(Outcome outcome) {
        if (outcome.status() != 0) {
            throw new IllegalStateException(
                    "exit status %d: %s".formatted(outcome.status(), outcome.output()));
        }
        return outcome.output();
    }

    private static byte[] read(String resource) {
        try (var stream = HostToolchain.class.getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IllegalArgumentException("no resource " + resource);
            }
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
