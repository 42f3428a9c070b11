package org.offloadtck.conformance.waiver;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;

/// The waivers of a file, in its order. The first that covers a result decides.
public record Waivers(List<Waiver> waivers) {

    public static final Waivers NONE = new Waivers(List.of());

    public Waivers {
        waivers = List.copyOf(waivers);
    }

    /// Reads a list of rows with the fields of [Waiver].
    ///
    /// @throws org.offloadtck.data.DataException if a row is no waiver, or two have one id
    public static Waivers load(DataText yaml) {
        var ids = new HashSet<String>();
        var waivers = new ArrayList<Waiver>();
        for (var row : yaml.yamlRows()) {
            var waiver = row.all(Waivers::waiver);
            if (!ids.add(waiver.id())) {
                throw row.wrong("id is taken by an earlier row");
            }
            waivers.add(waiver);
        }
        return new Waivers(waivers);
    }

    /// Applies the waivers to the result: a waived failure is expected, a waived pass is not. A
    /// failure under an expired waiver stays a failure, and its reason mentions the waiver. Results
    /// that were not judged and faults of the kit do not change.
    public Result apply(Result result, LocalDate today) {
        return waivers.stream()
                .filter(waiver -> waiver.covers(result.identity()))
                .findFirst()
                .map(waiver -> result.withVerdict(waived(result.verdict(), waiver, today)))
                .orElse(result);
    }

    private static Verdict waived(Verdict verdict, Waiver waiver, LocalDate today) {
        return switch (verdict.standing()) {
            case HELD -> new Verdict.UnexpectedPass(waiver.id(), waiver.reason());
            case UNEXPECTED ->
                    waiver.hasExpired(today)
                            ? expired(verdict, waiver)
                            : new Verdict.ExpectedFailure(waiver.id(), verdict.text());
            case WAIVED, NOT_JUDGED, HARNESS_FAULT -> verdict;
        };
    }

    private static Verdict expired(Verdict verdict, Waiver waiver) {
        var reason =
                "%s (waiver %s expired on %s)"
                        .formatted(verdict.reason(), waiver.id(), waiver.expires());
        return switch (verdict) {
            case Verdict.Plain(var kind, _) -> Verdict.of(kind, reason);
            case Verdict.Crash(var signal, _) -> new Verdict.Crash(signal, reason);
            case Verdict.Flaky(var failed, var runs, _) -> new Verdict.Flaky(failed, runs, reason);
            case Verdict.ExpectedFailure _, Verdict.UnexpectedPass _ -> verdict;
        };
    }

    private static Waiver waiver(Fields row) {
        return new Waiver(
                row.text("id"),
                row.text("results"),
                row.text("reason"),
                row.text("owner"),
                row.text("issue"),
                row.date("expires"));
    }
}
