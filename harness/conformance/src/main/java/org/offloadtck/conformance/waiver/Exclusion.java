package org.offloadtck.conformance.waiver;

import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A requirement or a scenario that some editions do not have, so that their implementations cannot
/// be judged by it.
///
/// @param id `E1`
/// @param editions ids of ABI profiles
/// @param requirements their ids; a scenario that tests one that is not among them is not covered
/// @param scenarios ids of scenarios, each a [WildcardPattern]
/// @param reason why the editions do not have it
public record Exclusion(
        String id,
        List<String> editions,
        List<String> requirements,
        List<String> scenarios,
        String reason) {

    /// @throws IllegalArgumentException if the exclusion names nothing
    public Exclusion {
        editions = List.copyOf(editions);
        requirements = List.copyOf(requirements);
        scenarios = List.copyOf(scenarios);
        if (editions.isEmpty()) {
            throw new IllegalArgumentException(
                    "editions is empty when it should name ABI profiles");
        }
        if (requirements.isEmpty() && scenarios.isEmpty()) {
            throw new IllegalArgumentException(
                    "requirements and scenarios are empty when one of them should name what to"
                            + " exclude");
        }
    }

    /// Whether a result is excluded.
    ///
    /// @param edition id of its ABI profile; empty where none applies
    /// @param scenario its id
    /// @param tested ids of the requirements that it speaks for
    public boolean covers(String edition, String scenario, List<String> tested) {
        return editions.contains(edition)
                && (namesScenario(scenario)
                        || (!tested.isEmpty() && new HashSet<>(requirements).containsAll(tested)));
    }

    private boolean namesScenario(String scenario) {
        return scenarios.stream().anyMatch(each -> new WildcardPattern(each).matches(scenario));
    }

    /// What is excluded of which editions, as reports print it beside the id.
    public String subject() {
        return "%s of %s"
                .formatted(
                        Stream.concat(requirements.stream(), scenarios.stream())
                                .collect(Collectors.joining(", ")),
                        String.join(", ", editions));
    }
}
