package org.offloadtck.scenario.executable;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.scenario.record.ScenarioRun;

final class PlannedBuildTest {

    private static final Path FEATURES = Path.of("../../features/src/main/resources/features");

    @TempDir private Path folder = Path.of("");

    /// Otherwise, a step with another wording would be built only when its scenario runs.
    @Test
    void everyScenarioThatBuildsAnExecutableIsPlanned() {
        var building =
                ScenarioRun.list(FEATURES.resolve("executable-run").toUri().toString()).stream()
                        .filter(each ->
                                each.steps().stream()
                                        .anyMatch(step -> step.contains(" is built at ")))
                        .toList();

        assertThat(building)
                .hasSizeGreaterThan(300)
                .allSatisfy(each -> assertThat(PlannedBuild.of(each)).isNotEmpty());
    }

    @Test
    void aScenarioPlansItsBuildsWithItsToolchain() throws Exception {
        var file = Files.createDirectories(folder.resolve("features/executable-run"));
        Files.writeString(
                file.resolve("two.feature"),
                """
                Feature: two
                  Scenario: builds
                    Given the toolchain clang-19
                    When the executable first is built at O2 and run
                    And a copy of the executable second is built at LTO
                    Then the executable is its own tool
                """);

        assertThat(ScenarioRun.list(file.toUri().toString()))
                .singleElement()
                .satisfies(scenario ->
                        assertThat(PlannedBuild.of(scenario))
                                .containsExactly(
                                        new PlannedBuild("clang-19", "first", "O2"),
                                        new PlannedBuild("clang-19", "second", "LTO")));
    }
}
