package org.offloadtck.reports.submission;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.ResultIdentity;

/// Holds results to what their run planned.
final class RunPlan {

    private RunPlan() {}

    /// What of `plan` has no result, and which results it does not have, a line for each.
    ///
    /// @param plan lines of [org.offloadtck.conformance.report.RunReports#PLAN]
    static List<String> problems(String plan, ResultDocument document) {
        var balance = new TreeMap<String, Integer>();
        plan.lines().forEach(line -> balance.merge(line, 1, Integer::sum));
        for (var result : document.results()) {
            var identity = result.identity();
            balance.merge(
                    ResultIdentity.exampleKey(identity.scenario(), identity.parameters()),
                    -1,
                    Integer::sum);
        }
        var problems = new ArrayList<String>();
        for (var key : new TreeSet<>(balance.keySet())) {
            int left = balance.getOrDefault(key, 0);
            if (left > 0) {
                problems.add(
                        "results.json: %s: has no result, when the plan has %d"
                                .formatted(key, left));
            } else if (left < 0) {
                problems.add(
                        "results.json: %s: has %d results that the plan does not have"
                                .formatted(key, -left));
            }
        }
        return problems;
    }
}
