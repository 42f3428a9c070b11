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
import org.offloadtck.implementation.process.ProgramCommand;
import org.offloadtck.implementation.process.ToolCommand;
import org.offloadtck.implementation.process.ToolProcess;
import org.offloadtck.plugin.EmulatedPlatform;

/// A program that runs on the emulated driver. Closing it ends the program.
public final class EmulatedRun implements AutoCloseable {

    private final String name;
    private final ToolProcess process;
    private final Path report;

    /// Under what a program runs.
    ///
    /// @param options of the platform's launcher
    /// @param environment variables for the program
    /// @param limit how long it may take
    public record Setting(List<String> options, Map<String, String> environment, Duration limit) {

        /// Nothing special, and two minutes.
        public static final Setting PLAIN = new Setting(List.of(), Map.of(), Duration.ofMinutes(2));

        public Setting {
            options = List.copyOf(options);
            environment = Map.copyOf(environment);
        }

        /// The same with more variables.
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
            var report = Files.createTempFile("offload-tck-run-", ".json");
            var options = new ArrayList<>(setting.options());
            options.addAll(List.of("--report", report.toString()));
            var words = new ArrayList<>(platform.launcher(options));
            words.addAll(program.words());
            var environment = new TreeMap<>(program.environment());
            environment.putAll(setting.environment());
            var command = new ToolCommand(words, program.folder(), environment, setting.limit());
            return new EmulatedRun(program.name(), ToolProcess.start(command), report);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Waits until it has written `text` to its standard output, at most as long as `limit`;
    /// whether it has.
    public boolean awaitOutput(String text, Duration limit) {
        return process.awaitOutput(text, limit);
    }

    /// Sends SIGKILL to the program; its launcher lives on, to report.
    public void kill() {
        process.killChildren();
    }

    /// Waits for its end.
    public EmulatedOutcome outcome() {
        var result = process.result();
        return new EmulatedOutcome(name, result, readReport());
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

    /// Empty if the launcher came to no report, as when it was ended itself.
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
