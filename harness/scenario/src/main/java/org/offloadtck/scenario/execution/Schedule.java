package org.offloadtck.scenario.execution;

import java.util.OptionalLong;
import java.util.stream.Stream;
import org.offloadtck.scenario.record.ListedScenario;
import org.offloadtck.scenario.record.ScenarioRun;

/// How many scenarios run at a time, in which order, and how often.
///
/// @param jobs the most scenarios that run at a time
/// @param seed of the order in which they start; that of the feature files without one
/// @param retries the further runs of a scenario that fails each time
public record Schedule(int jobs, OptionalLong seed, int retries) {

    /// A run of those scenarios of `group`.
    ScenarioRun run(ScenarioGroup group, Stream<ListedScenario> scenarios) {
        return new ScenarioRun(scenarios.toList(), group.judged(), jobs, seed);
    }
}
