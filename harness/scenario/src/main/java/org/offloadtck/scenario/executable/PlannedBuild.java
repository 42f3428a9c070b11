package org.offloadtck.scenario.executable;

import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.offloadtck.scenario.record.ListedScenario;

/// A build that the steps of a scenario request.
///
/// @param toolchain that the scenario names; a run may judge another in its place
/// @param program id in the catalogue
record PlannedBuild(String toolchain, String program, String level) {

    private static final Pattern STEP =
            Pattern.compile("(?:a copy of )?the executable (\\S+) is built at (\\w+).*");

    /// The builds of a scenario with its first toolchain, in the order of its steps.
    static Stream<PlannedBuild> of(ListedScenario scenario) {
        return scenario.toolchains().stream()
                .limit(1)
                .flatMap(toolchain ->
                        scenario.steps().stream()
                                .map(STEP::matcher)
                                .filter(step -> step.matches())
                                .map(step ->
                                        new PlannedBuild(toolchain, step.group(1), step.group(2))));
    }
}
