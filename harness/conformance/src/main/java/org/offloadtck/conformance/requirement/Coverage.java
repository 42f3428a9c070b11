package org.offloadtck.conformance.requirement;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.offloadtck.data.Problem;

/// The scenarios of each requirement, by their tags.
///
/// @param catalogue the requirements
/// @param scenarios for each requirement id that a tag names, its scenarios in their order
public record Coverage(Catalogue catalogue, Map<String, List<TaggedScenario>> scenarios) {

    /// A tag that looks like this is meant to name a requirement.
    private static final Pattern REQUIREMENT = Pattern.compile("[A-Z]{2}-\\d+");

    public static Coverage of(Catalogue catalogue, List<TaggedScenario> scenarios) {
        var byId = new TreeMap<String, List<TaggedScenario>>();
        for (var scenario : scenarios) {
            for (var id : requirements(scenario)) {
                byId.computeIfAbsent(id, _ -> new ArrayList<>()).add(scenario);
            }
        }
        return new Coverage(catalogue, byId);
    }

    /// The ids of the requirements that the scenario's tags name, known or not.
    public static List<String> requirements(TaggedScenario scenario) {
        return scenario.tags().stream().filter(tag -> REQUIREMENT.matcher(tag).matches()).toList();
    }

    /// What is wrong between the scenarios and the catalogue: a scenario that speaks for nothing, a
    /// tag that names no requirement, a requirement that no scenario tests and that does not say
    /// why, and one that says so and is tested.
    public static List<Problem> problems(Catalogue catalogue, List<TaggedScenario> scenarios) {
        var found = new ArrayList<Problem>();
        scenarios.forEach(scenario -> found.addAll(tagProblems(catalogue, scenario)));
        var coverage = of(catalogue, scenarios);
        for (var requirement : catalogue.requirements()) {
            boolean tested = coverage.scenarios().containsKey(requirement.id());
            boolean excused = !requirement.untested().isEmpty();
            if (!tested && !excused) {
                found.add(problem(requirement, "no scenario tests it and no untested says why"));
            }
            if (tested && excused) {
                found.add(problem(requirement, "untested is given when a scenario tests it"));
            }
        }
        return List.copyOf(found);
    }

    private static List<Problem> tagProblems(Catalogue catalogue, TaggedScenario scenario) {
        var ids = requirements(scenario);
        if (ids.isEmpty()) {
            return List.of(
                    new Problem(
                            scenario.feature(),
                            scenario.title(),
                            "has no tag that names a requirement"));
        }
        return ids.stream()
                .filter(id -> catalogue.requirement(id).isEmpty())
                .map(id ->
                        new Problem(
                                scenario.feature(),
                                scenario.title(),
                                "tag is @%s, which no requirement has".formatted(id)))
                .toList();
    }

    private static Problem problem(Requirement requirement, String text) {
        return new Problem(requirement.source(), requirement.id(), text);
    }
}
