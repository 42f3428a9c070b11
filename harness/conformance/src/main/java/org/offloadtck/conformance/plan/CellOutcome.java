package org.offloadtck.conformance.plan;

import java.util.List;
import java.util.Optional;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;

/// The results of one cell: one, or several of a shard that ran several times.
///
/// @param found in the order of the names of their files
record CellOutcome(List<Found> found) {

    /// @param file that has the result
    record Found(String file, Result result) {}

    /// The one result. If some of the runs failed and others did not, it is FLAKY, with the
    /// evidence of the first failure, as after further runs in one run.
    Result result() {
        var failure = found.stream().filter(each -> isFailure(each.result())).findFirst();
        var first = failure.orElseGet(found::getFirst).result();
        int failed = (int) found.stream().filter(each -> isFailure(each.result())).count();
        return failed > 0 && failed < found.size()
                ? first.withVerdict(new Verdict.Flaky(failed, found.size(), first.verdict().text()))
                : first;
    }

    /// Why the results make no verdict: of two runs, one judged the implementation and the other
    /// did not.
    Optional<String> problem() {
        var first = found.getFirst();
        return found.stream()
                .filter(each -> contradict(first.result(), each.result()))
                .findFirst()
                .map(other ->
                        "is %s when it is %s in %s: run its shard again and leave one of the files out"
                                .formatted(
                                        other.result().verdict().label(),
                                        first.result().verdict().label(),
                                        first.file()));
    }

    private static boolean contradict(Result first, Result other) {
        return isJudged(first)
                ? !isJudged(other)
                : first.verdict().kind() != other.verdict().kind();
    }

    /// Whether the requirement held or not, whatever a waiver made of it.
    private static boolean isJudged(Result result) {
        return switch (result.verdict().standing()) {
            case HELD, UNEXPECTED, WAIVED -> true;
            case EXCLUDED, NOT_JUDGED, HARNESS_FAULT -> false;
        };
    }

    private static boolean isFailure(Result result) {
        return switch (result.verdict().standing()) {
            case UNEXPECTED -> result.verdict().kind() != VerdictKind.XPASS;
            case WAIVED -> true;
            case HELD, EXCLUDED, NOT_JUDGED, HARNESS_FAULT -> false;
        };
    }
}
