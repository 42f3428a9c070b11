package org.offloadtck.scenario.executable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.data.DataText;
import org.offloadtck.implementation.emulated.EmulatedOutcome;
import org.offloadtck.implementation.emulated.EmulatedRun;
import org.offloadtck.implementation.emulated.EmulatedRun.Setting;
import org.offloadtck.implementation.process.ProgramCommand;
import org.offloadtck.plugin.EmulatedPlatform;
import org.offloadtck.scenario.record.ResultRecorder;
import org.offloadtck.scenario.record.ScenarioRun;

/// A run of scenarios in another JVM on the emulated driver, so that the CUDA plugin finds the
/// emulated driver library.
///
/// @param run outcome of the JVM process
/// @param results of its scenarios
record ScenariosInChildJvm(EmulatedOutcome run, List<Result> results) {

    /// Limit of the JVM, which runs dozens of scenarios: a minute on a quiet machine. Each of their
    /// driver calls has a limit of its own.
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private static final Setting SETTING = new Setting(List.of(), Map.of(), LIMIT);

    ScenariosInChildJvm {
        results = List.copyOf(results);
    }

    /// Runs the scenarios that a tag expression selects.
    ///
    /// @param tags tag expression of Cucumber
    /// @param file in which the JVM leaves its results
    static ScenariosInChildJvm run(EmulatedPlatform platform, String tags, Path file) {
        var outcome = EmulatedRun.run(platform, command(tags, file), SETTING);
        try {
            var text = Files.exists(file) ? Files.readString(file) : "";
            return new ScenariosInChildJvm(outcome, results(new DataText(file.toString(), text)));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static ProgramCommand command(String tags, Path results) {
        var words =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.cucumber.core.cli.Main",
                        "--glue",
                        ScenarioRun.GLUE,
                        "--tags",
                        tags,
                        "--plugin",
                        "%s:%s".formatted(ResultRecorder.class.getName(), results),
                        "classpath:features");
        return new ProgramCommand("the kit", words, results.resolveSibling(""), Map.of());
    }

    /// The results; none if the JVM ended before it wrote them.
    private static List<Result> results(DataText json) {
        return json.text().isEmpty() ? List.of() : ResultDocument.parse(json).results();
    }
}
