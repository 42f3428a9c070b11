package org.offloadtck.reports.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ScenarioId;

/// A scenario and its results over all parameters, profiles, implementations and devices.
///
/// @param results at least one, in the order of the document
public record ScenarioTrace(ScenarioId id, String title, List<Result> results) {

    public ScenarioTrace {
        results = List.copyOf(results);
    }

    /// The scenarios of the results, in the order in which they first occur.
    public static List<ScenarioTrace> of(List<Result> results) {
        var byId = new LinkedHashMap<ScenarioId, List<Result>>();
        for (var result : results) {
            byId.computeIfAbsent(result.identity().scenario(), _ -> new ArrayList<>()).add(result);
        }
        return byId.entrySet().stream().map(ScenarioTrace::of).toList();
    }

    /// The results, those that were not expected before the others.
    public List<Result> unexpectedFirst() {
        return results.stream()
                .sorted(Comparator.comparing(result -> !isUnexpected(result)))
                .toList();
    }

    private static boolean isUnexpected(Result result) {
        return switch (result.verdict().standing()) {
            case UNEXPECTED, HARNESS_FAULT -> true;
            case HELD, WAIVED, EXCLUDED, NOT_JUDGED -> false;
        };
    }

    public List<Result> on(DeviceIdentity device) {
        return results.stream()
                .filter(result -> result.identity().device().equals(device))
                .toList();
    }

    private static ScenarioTrace of(Map.Entry<ScenarioId, List<Result>> entry) {
        var results = entry.getValue();
        return new ScenarioTrace(entry.getKey(), results.getFirst().title(), results);
    }
}
