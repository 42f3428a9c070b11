package org.offloadtck.conformance.result;

import java.util.List;

/// The verdict about one identity, with its evidence.
///
/// @param title the scenario's title, for people
/// @param requirements ids of the requirements it speaks for, in the order of the scenario's tags
public record Result(
        ResultIdentity identity,
        String title,
        List<String> requirements,
        Verdict verdict,
        List<Evidence> evidence) {

    public Result {
        requirements = List.copyOf(requirements);
        evidence = List.copyOf(evidence);
    }

    public Result withVerdict(Verdict other) {
        return new Result(identity, title, requirements, other, evidence);
    }
}
