package org.offloadtck.implementation.emulated;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.offloadtck.data.DataText;
import org.offloadtck.implementation.process.ProcessResult;
import org.offloadtck.implementation.process.ProgramCommand;
import org.offloadtck.implementation.process.ToolCommand;
import org.offloadtck.implementation.process.ToolProcess;
import org.offloadtck.plugin.EmulatedPlatform;

/// A run of a program on the emulated driver. Closing it ends the program.
public final class EmulatedRun implements AutoCloseable {

    private static final String TIME_LIMIT = "--time-limit";

    /// What a launcher has, after the limit of its program, to end it and to write the report.
    private static final Duration GRACE = Duration.ofSeconds(30);

    private final String name;
    private final ToolProcess process;
    private final Path report;

    /// The settings of a run.
    ///
    /// @param options of the platform's launcher, without a limit of time
    /// @param environment variables for the program
    /// @param limit of the run time; the launcher ends a program that reaches it, and says which
    ///   kernels ran
    public record Setting(List<String> options, Map<String, String> environment, Duration limit) {

        /// No options, no variables, and a limit of five minutes. `stencil_loops` of clang 22 at
        /// `-O0` with all checks takes half a minute on two free cores (AMD EPYC, 30 November
        /// 2026), and took more than two minutes on a host that others used, too.
        public static final Setting PLAIN = new Setting(List.of(), Map.of(), Duration.ofMinutes(5));

        public Setting {
            options = List.copyOf(options);
            environment = Map.copyOf(environment);
        }

        /// These settings with more variables.
        public Setting with(Map<String, String> variables) {
            var more = new TreeMap<>(environment);
            more.putAll(variables);
            return new Setting(options, more, limit);
        }
    }

    private EmulatedRun(String name, ToolProcess process, Path report) {
        this.name = name;
        this.process = process;
        this.report = report;
    }

    /// Runs `program` to its end.
    public static EmulatedOutcome run(
            EmulatedPlatform platform, ProgramCommand program, Setting setting) {
        try (var run = start(platform, program, setting)) {
            return run.outcome();
        }
    }

    /// Starts `program`.
    public static EmulatedRun start(
            EmulatedPlatform platform, ProgramCommand program, Setting setting) {
        try {
            var report = Files.createTempFile(program.folder(), "run-", ".json");
            try {
                var command = command(platform, program, setting, report);
                return new EmulatedRun(program.name(), ToolProcess.start(command), report);
            } catch (IOException | RuntimeException fault) {
                deleteAfter(fault, report);
                throw fault;
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Deletes `report` because of `fault`. A failure to do so is added to `fault`.
    private static void deleteAfter(Exception fault, Path report) {
        try {
            Files.deleteIfExists(report);
        } catch (IOException second) {
            fault.addSuppressed(second);
        }
    }

    private static ToolCommand command(
            EmulatedPlatform platform, ProgramCommand program, Setting setting, Path report) {
        var options = new ArrayList<>(setting.options());
        options.addAll(List.of(TIME_LIMIT, "%dms".formatted(setting.limit().toMillis())));
        options.addAll(List.of("--report", report.toString()));
        var words = new ArrayList<>(platform.launcher(options));
        words.addAll(program.words());
        var environment = new TreeMap<>(program.environment());
        environment.putAll(setting.environment());
        return new ToolCommand(words, program.folder(), environment, setting.limit().plus(GRACE));
    }

    /// Waits until the program has written `text` to its standard output, at most `limit`; returns
    /// whether it has.
    public boolean awaitOutput(String text, Duration limit) {
        return process.awaitOutput(text, limit);
    }

    /// Sends SIGKILL to the program. Its launcher survives and writes the report.
    public void kill() {
        process.killChildren();
    }

    /// Waits for the end of the program.
    public EmulatedOutcome outcome() {
        var result = process.result();
        return new EmulatedOutcome(name, shown(result), readReport());
    }

    /// The result with a name of the report that is the same in each run.
    private ProcessResult shown(ProcessResult result) {
        var ran = result.command();
        var words =
                ran.words().stream()
                        .map(word -> word.equals(report.toString()) ? "report.json" : word)
                        .toList();
        return new ProcessResult(
                new ToolCommand(words, ran.folder(), ran.environment(), ran.limits()),
                result.ending(),
                result.output(),
                result.errors());
    }

    @Override
    public void close() {
        process.close();
        try {
            Files.deleteIfExists(report);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// The report; [EmulatedReport#NOTHING] if the launcher wrote none, for instance because it was
    /// ended itself.
    private EmulatedReport readReport() {
        try {
            var text = Files.readString(report);
            return text.isEmpty()
                    ? EmulatedReport.NOTHING
                    : EmulatedReport.read(new DataText(report.toString(), text));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
