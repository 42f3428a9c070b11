package org.offloadtck.scenario.execution;

import java.util.List;
import java.util.Optional;
import org.offloadtck.scenario.record.JudgedToolchain;
import org.offloadtck.scenario.record.ListedScenario;

/// The scenarios of one implementation that a run selects.
///
/// @param judged the toolchain that takes the place of the one that the scenarios name
public record ScenarioGroup(Optional<JudgedToolchain> judged, List<ListedScenario> scenarios) {

    public ScenarioGroup {
        scenarios = List.copyOf(scenarios);
    }

    /// The title of a scenario of the group, with the id of the toolchain that is judged.
    public String title(ListedScenario scenario) {
        return scenario.title(judged);
    }
}
