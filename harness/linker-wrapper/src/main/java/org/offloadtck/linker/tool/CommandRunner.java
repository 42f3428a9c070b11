package org.offloadtck.linker.tool;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkRule;

/// Runs commands in a directory, one after another, or prints them.
///
/// @param folder the working directory of the commands
/// @param limit of the run time of each command
/// @param printed receives printed lines: commands, and the output of programs that succeed
public record CommandRunner(Mode mode, Path folder, Duration limit, Consumer<String> printed) {

    /// The number of characters of a program's output that are kept.
    private static final int KEPT_OUTPUT = 4096;

    /// The treatment of a command.
    public enum Mode {
        RUN,
        /// Commands are printed and run.
        VERBOSE,
        /// Commands are printed only.
        DRY_RUN
    }

    public boolean isDry() {
        return mode == Mode.DRY_RUN;
    }

    /// Runs `command`: a program and its arguments.
    ///
    /// @throws LinkException if the program cannot be started, fails, or exceeds the time limit
    public void run(List<String> command) {
        switch (mode) {
            case RUN -> start(command);
            case VERBOSE -> {
                printed.accept(text(command));
                start(command);
            }
            case DRY_RUN -> printed.accept(text(command));
        }
    }

    /// Runs `command`, which only reads, and returns its output. The command is not printed.
    ///
    /// @throws LinkException as [#run(List)]
    public String output(List<String> command) {
        try {
            var output = Files.createTempFile("offload-tck-command-", ".txt");
            try {
                run(command, output);
                return Files.readString(output, UTF_8);
            } finally {
                Files.delete(output);
            }
        } catch (IOException fault) {
            throw notStarted(command, fault);
        }
    }

    /// Prints a step that the kit performs itself as a line among the commands.
    public void note(String step) {
        if (mode != Mode.RUN) {
            printed.accept(step);
        }
    }

    /// ` "/usr/bin/ld" -o program z.o`, as `clang-linker-wrapper` prints it.
    ///
    /// @see "LLVM 22, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp, printCommands"
    static String text(List<String> command) {
        return " \"%s\" %s"
                .formatted(
                        command.getFirst(), String.join(" ", command.subList(1, command.size())));
    }

    private void start(List<String> command) {
        try {
            var output = Files.createTempFile("offload-tck-command-", ".txt");
            try {
                run(command, output);
                head(output).lines().forEach(printed);
            } finally {
                Files.delete(output);
            }
        } catch (IOException fault) {
            throw notStarted(command, fault);
        }
    }

    private static LinkException notStarted(List<String> command, IOException fault) {
        return new LinkException(
                command.getFirst(),
                "process",
                LinkRule.SYSTEM_LINKER,
                "cannot be started: %s, when it should run".formatted(fault.getMessage()),
                fault);
    }

    private void run(List<String> command, Path output) throws IOException {
        var process =
                new ProcessBuilder(command)
                        .directory(folder.toAbsolutePath().toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        if (!ends(process)) {
            process.destroyForcibly();
            throw failed(command, "does not end", "it should end within " + limit);
        }
        if (process.exitValue() != 0) {
            throw failed(
                    command,
                    "exits with status %d: %s".formatted(process.exitValue(), head(output)),
                    "it should succeed");
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

    private static String head(Path output) {
        try (var stream = Files.newInputStream(output)) {
            return new String(stream.readNBytes(KEPT_OUTPUT), UTF_8).strip();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static LinkException failed(List<String> command, String what, String when) {
        return new LinkException(
                command.getFirst(), "process", LinkRule.SYSTEM_LINKER, what + ", when " + when);
    }
}
