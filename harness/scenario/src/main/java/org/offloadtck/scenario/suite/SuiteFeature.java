package org.offloadtck.scenario.suite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.plan.TestSuite;
import org.offloadtck.scenario.record.ListedScenario;
import org.offloadtck.scenario.record.ScenarioRun;

/// The feature of suites: an example for each test on each device.
public record SuiteFeature(List<TestSuite> suites) {

    private static final String TEXT =
            """
            Feature: Test suites
              Tests of users, which a matrix names, run under the emulated driver.

              Scenario Outline: <test> of <suite> passes on the simulated <device>
                Given the suite <suite> on the simulated <device>
                When its test runs under the emulated driver: <test>
                Then it passes without findings

                Examples:
                  | suite | device | test |
            """;

    public SuiteFeature {
        suites = List.copyOf(suites);
    }

    /// The scenarios, in the order of suites, devices and tests; none without suites.
    ///
    /// @param folder for the feature file, which has to exist until the scenarios have run
    public List<ListedScenario> scenarios(Path folder) {
        return suites.isEmpty() ? List.of() : ScenarioRun.list(write(folder).toUri().toString());
    }

    private Path write(Path folder) {
        try {
            var stage =
                    Files.createDirectories(
                            folder.resolve("features").resolve(Stage.EXECUTABLE_RUN.id()));
            return Files.writeString(stage.resolve("suites.feature"), text());
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    String text() {
        return suites.stream()
                .flatMap(suite ->
                        suite.devices().stream()
                                .flatMap(device ->
                                        suite.tests().stream()
                                                .map(test ->
                                                        row(suite.name(), device, test.name()))))
                .collect(Collectors.joining("", TEXT, ""));
    }

    private static String row(String suite, String device, String test) {
        return "      | %s | %s | %s |%n".formatted(suite, cell(device), cell(test));
    }

    /// A cell of a table of Gherkin.
    private static String cell(String text) {
        return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", "\\n");
    }
}
