package org.offloadtck.reports.trace;

import java.util.List;
import org.offloadtck.conformance.requirement.Requirement;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.Standing;

/// A requirement and the results that speak for it.
public record RequirementTrace(Requirement requirement, List<Result> results) {

    public RequirementTrace {
        results = List.copyOf(results);
    }

    public Status status() {
        var tally = Tally.of(results);
        if (tally.of(Standing.UNEXPECTED) > 0) {
            return Status.BROKEN;
        }
        if (tally.of(Standing.HARNESS_FAULT) > 0) {
            return Status.UNDECIDED;
        }
        if (tally.of(Standing.WAIVED) > 0) {
            return Status.WAIVED;
        }
        if (tally.of(Standing.HELD) > 0) {
            return Status.HELD;
        }
        if (!results.isEmpty()) {
            return Status.NOT_JUDGED;
        }
        return requirement.untested().isEmpty() ? Status.UNCOVERED : Status.EXCUSED;
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
