package org.offloadtck.reports.site;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.VerdictClass;
import org.offloadtck.reports.trace.RequirementStatus;
import org.offloadtck.reports.trace.RequirementTrace;
import org.offloadtck.reports.trace.RunTrace;
import org.offloadtck.reports.trace.VerdictCounts;

/// An implementation or a device with the results that it took part in.
///
/// @param kind `implementation` or `device`, as pages and filters name it
/// @param requirements those with results, with the results of this subject alone
public record Subject(
        String kind,
        String name,
        String description,
        Page page,
        List<Result> results,
        List<RequirementTrace> requirements) {

    public Subject {
        results = List.copyOf(results);
        requirements = List.copyOf(requirements);
    }

    public Map<RequirementStatus, Integer> statuses() {
        return RunTrace.statuses(requirements);
    }

    public Map<RequirementStatus, Integer> statuses(Stage stage) {
        return RunTrace.statuses(of(stage));
    }

    public List<RequirementTrace> of(Stage stage) {
        return requirements.stream().filter(row -> row.requirement().stage() == stage).toList();
    }

    public List<RequirementTrace> of(RequirementStatus status) {
        return requirements.stream().filter(row -> row.status() == status).toList();
    }

    public VerdictCounts verdicts() {
        return VerdictCounts.of(results);
    }

    public int count(VerdictClass standing) {
        return verdicts().of(standing);
    }

    /// The number of results that share each reason for not being judged.
    public Map<String, Integer> notJudged() {
        var reasons = new TreeMap<String, Integer>();
        results.stream()
                .filter(result -> result.verdict().standing() == VerdictClass.NOT_JUDGED)
                .forEach(result -> reasons.merge(result.verdict().text(), 1, Integer::sum));
        return reasons;
    }
}
