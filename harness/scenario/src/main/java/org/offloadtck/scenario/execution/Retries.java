package org.offloadtck.scenario.execution;

import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.scenario.record.ExampleOfScenario;

/// Further runs of scenarios that failed. One that does not fail each time is FLAKY, never PASS,
/// and keeps the evidence of its first failure.
///
/// @param count of further runs of a scenario that fails each time
record Retries(int count) {

    /// The runs of one result that were judged.
    private record Tally(int failed, int runs) {

        /// A pass that a waiver did not expect is a stale waiver, not a failure to run again.
        static Tally of(Result result) {
            if (result.verdict().waiverId().isPresent()) {
                return new Tally(0, 0);
            }
            return switch (result.verdict().standing()) {
                case UNEXPECTED -> new Tally(1, 1);
                case HELD -> new Tally(0, 1);
                case WAIVED, EXCLUDED, NOT_JUDGED, HARNESS_FAULT -> new Tally(0, 0);
            };
        }

        Tally plus(Tally other) {
            return new Tally(failed + other.failed, runs + other.runs);
        }

        boolean isFlaky() {
            return failed > 0 && failed < runs;
        }
    }

    /// The results after the further runs.
    ///
    /// @param first with waivers applied
    /// @param again runs these scenarios and returns their results
    List<Result> of(List<Result> first, Function<Set<ExampleOfScenario>, List<Result>> again) {
        var tallies = new HashMap<String, Tally>();
        first.forEach(result -> tallies.put(result.identity().key(), Tally.of(result)));
        for (int run = 0; run < count; run++) {
            var failed = failedEachTime(first, tallies);
            if (failed.isEmpty()) {
                break;
            }
            again.apply(failed)
                    .forEach(result ->
                            tallies.computeIfPresent(
                                    result.identity().key(),
                                    (_, tally) -> tally.plus(Tally.of(result))));
        }
        var results = new ArrayList<Result>();
        for (var result : first) {
            var tally = tally(tallies, result);
            results.add(
                    tally.isFlaky()
                            ? result.withVerdict(
                                    new Verdict.Flaky(
                                            tally.failed(), tally.runs(), result.verdict().text()))
                            : result);
        }
        return results;
    }

    private static Set<ExampleOfScenario> failedEachTime(
            List<Result> first, Map<String, Tally> tallies) {
        return first.stream()
                .filter(result -> {
                    var tally = tally(tallies, result);
                    return tally.runs() > 0 && tally.failed() == tally.runs();
                })
                .map(ExampleOfScenario::of)
                .collect(toSet());
    }

    private static Tally tally(Map<String, Tally> tallies, Result result) {
        return tallies.getOrDefault(result.identity().key(), Tally.of(result));
    }
}
