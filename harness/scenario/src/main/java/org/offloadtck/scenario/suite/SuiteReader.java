package org.offloadtck.scenario.suite;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.offloadtck.command.ExitCode;
import org.offloadtck.conformance.plan.TestSuite;
import org.offloadtck.conformance.plan.TestSuite.Runner;
import org.offloadtck.conformance.plan.TestSuite.Test;
import org.offloadtck.data.Fields;
import org.offloadtck.implementation.emulated.EmulatedRun.Setting;
import org.offloadtck.implementation.process.ProcessTermination;
import org.offloadtck.implementation.process.ProgramCommand;
import org.offloadtck.scenario.executable.ExecutablePlatform;

/// Reads suites from a matrix.
///
/// @param base the folder of the matrix
public record SuiteReader(Path base) {

    private static final int SECONDS = 120;

    private static final Duration LIMIT = Duration.ofMinutes(1);

    public SuiteReader {
        base = base.toAbsolutePath().normalize();
    }

    /// The suite that the fields describe, with its tests.
    ///
    /// @throws IllegalArgumentException if they describe none, or the runner lists no tests
    public TestSuite read(Fields fields) {
        var name = fields.filledText("name");
        var runner = runner(fields);
        var folder = folder(fields, runner);
        var tests =
                switch (runner) {
                    case COMMANDS -> fields.rows("commands", SuiteReader::command);
                    case CTEST -> new TestListing(program(fields, runner), folder).ctest();
                    case LIT -> new TestListing(program(fields, runner), folder).lit();
                };
        var options =
                Stream.of(fields.textOr("options", "").split(" ", -1))
                        .filter(word -> !word.isEmpty())
                        .toList();
        var devices = fields.texts("devices");
        devices.forEach(device -> requireAccepted(device, options));
        return new TestSuite(
                name,
                runner,
                devices,
                options,
                fields.has("seconds") ? fields.integer("seconds") : SECONDS,
                folder.toString(),
                tests);
    }

    /// Requires that `exec` takes a device and options.
    private void requireAccepted(String device, List<String> options) {
        var words = new ArrayList<>(List.of("--device", device));
        words.addAll(options);
        var tried =
                new ExecutablePlatform()
                        .run(
                                new ProgramCommand("true", List.of("true"), base, Map.of()),
                                new Setting(words, Map.of(), LIMIT))
                        .result();
        if (tried.ending().equals(new ProcessTermination.Exited(ExitCode.USAGE))) {
            throw new IllegalArgumentException(
                    "devices and options are '%s' %s: %s"
                            .formatted(device, options, tried.firstError()));
        }
    }

    private static Runner runner(Fields fields) {
        var given = Stream.of(Runner.values()).filter(runner -> fields.has(runner.word())).toList();
        if (given.size() != 1) {
            throw new IllegalArgumentException(
                    "has %s when it should have one of commands, ctest and lit"
                            .formatted(given.isEmpty() ? "no tests" : given));
        }
        return given.getFirst();
    }

    /// The folder of ctest's or lit's tests; that of the matrix for commands.
    private Path folder(Fields fields, Runner runner) {
        var folder =
                switch (runner) {
                    case COMMANDS -> base;
                    case CTEST, LIT -> base.resolve(fields.filledText(runner.word())).normalize();
                };
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException(
                    "%s is '%s' when it should be a folder".formatted(runner.word(), folder));
        }
        return folder;
    }

    /// The program that runs the tests: the one named, or the one of that name on the PATH.
    private String program(Fields fields, Runner runner) {
        return Optional.of(fields.textOr("program", ""))
                .filter(program -> !program.isEmpty())
                .map(program ->
                        program.contains("/")
                                ? base.resolve(program).normalize().toString()
                                : program)
                .orElse(runner.word());
    }

    /// A command of a shell.
    private static Test command(Fields row) {
        var run = row.filledText("run");
        return new Test(row.textOr("name", run), List.of("/bin/sh", "-c", run));
    }
}
