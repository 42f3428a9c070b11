package org.offloadtck.scenario.execution;

import static java.util.stream.Collectors.groupingBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.scenario.record.ExampleOfScenario;
import org.offloadtck.scenario.record.Interruption;
import org.offloadtck.scenario.record.ListedScenario;

/// The results of an earlier run that are taken over.
///
/// @param times milliseconds of results, by their keys
/// @param milliseconds that the run took
public record EarlierRun(List<Result> results, Map<String, Long> times, long milliseconds) {

    public static final EarlierRun NONE = new EarlierRun(List.of(), Map.of(), 0);

    public EarlierRun {
        results = List.copyOf(results);
        times = Map.copyOf(times);
    }

    /// The results of scenarios that a run judged before it ended.
    public static List<Result> judged(List<Result> results) {
        return results.stream().filter(result -> !isInterrupted(result)).toList();
    }

    /// Whether the run ended before the scenario of `result` was judged.
    public static boolean isInterrupted(Result result) {
        return result.verdict().kind() == VerdictKind.NOT_RUN
                && result.verdict().reason().equals(Interruption.REASON);
    }

    /// The results of scenarios that have one for each of the groups that they belong to. A
    /// scenario with fewer runs again in all groups, because a result does not tell its group.
    EarlierRun of(List<ScenarioGroup> groups) {
        var wanted =
                groups.stream()
                        .flatMap(group -> group.scenarios().stream())
                        .map(ListedScenario::example)
                        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        var taken = new ArrayList<Result>();
        results.stream()
                .collect(groupingBy(ExampleOfScenario::of))
                .forEach((example, found) -> {
                    if (wanted.getOrDefault(example, 0L) == found.size()) {
                        taken.addAll(found);
                    }
                });
        var keys = taken.stream().map(each -> each.identity().key()).collect(Collectors.toSet());
        return new EarlierRun(taken, of(keys), milliseconds);
    }

    private Map<String, Long> of(Set<String> keys) {
        return times.entrySet().stream()
                .filter(each -> keys.contains(each.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
