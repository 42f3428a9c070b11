package org.offloadtck.reports.trace;

import java.util.List;
import org.offloadtck.conformance.requirement.Requirement;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.ImplementationIdentity;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.VerdictClass;

/// A requirement and the results that speak for it.
public record RequirementTrace(Requirement requirement, List<Result> results) {

    public RequirementTrace {
        results = List.copyOf(results);
    }

    public RequirementStatus status() {
        var tally = VerdictCounts.of(results);
        if (tally.of(VerdictClass.UNEXPECTED) > 0) {
            return RequirementStatus.BROKEN;
        }
        if (tally.of(VerdictClass.HARNESS_FAULT) > 0) {
            return RequirementStatus.UNDECIDED;
        }
        if (tally.of(VerdictClass.WAIVED) > 0) {
            return RequirementStatus.WAIVED;
        }
        if (tally.of(VerdictClass.HELD) > 0) {
            return tally.of(VerdictClass.NOT_JUDGED) > 0
                    ? RequirementStatus.PARTLY_HELD
                    : RequirementStatus.HELD;
        }
        if (!results.isEmpty()) {
            return tally.of(VerdictClass.NOT_JUDGED) > 0
                    ? RequirementStatus.NOT_JUDGED
                    : RequirementStatus.EXCLUDED;
        }
        return requirement.untested().isEmpty()
                ? RequirementStatus.UNCOVERED
                : RequirementStatus.EXCUSED;
    }

    /// The requirement with the results of one implementation.
    public RequirementTrace of(ImplementationIdentity implementation) {
        return new RequirementTrace(
                requirement,
                results.stream()
                        .filter(row -> row.identity().implementation().equals(implementation))
                        .toList());
    }

    public List<ScenarioTrace> scenarios() {
        return ScenarioTrace.of(results);
    }

    public List<Result> on(DeviceIdentity device) {
        return results.stream()
                .filter(result -> result.identity().device().equals(device))
                .toList();
    }
}
