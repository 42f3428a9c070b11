package org.offloadtck.reports.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.stream.Stream;
import org.offloadtck.conformance.document.PlainText;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;

/// A result that code hosts report, under one of its requirements.
///
/// @param requirement its id
/// @param path of the scenario's feature file in the repository of the kit; empty if unknown
/// @param line where the scenario starts; 1 if unknown
record ReportedResult(String requirement, Result result, String path, long line) {

    /// Where the repository of the kit has the feature files.
    private static final String FEATURES = "features/src/main/resources/";

    /// The unexpected results, the faults of the kit, and the waived and excluded results, in the
    /// order of the document, under each of their requirements.
    static List<ReportedResult> all(ResultDocument document) {
        return document.results().stream()
                .filter(ReportedResult::isReported)
                .flatMap(result -> of(document, result))
                .toList();
    }

    private static boolean isReported(Result result) {
        return switch (result.verdict().standing()) {
            case UNEXPECTED, WAIVED, EXCLUDED, HARNESS_FAULT -> true;
            case HELD, NOT_JUDGED -> false;
        };
    }

    private static Stream<ReportedResult> of(ResultDocument document, Result result) {
        return result.requirements().stream().map(requirement -> of(document, result, requirement));
    }

    static ReportedResult of(ResultDocument document, Result result, String requirement) {
        return document.scenario(result.identity().scenario())
                .map(scenario ->
                        new ReportedResult(
                                requirement,
                                result,
                                FEATURES + scenario.feature(),
                                scenario.line()))
                .orElseGet(() -> new ReportedResult(requirement, result, "", 1));
    }

    /// What is wrong, of what.
    String message() {
        return "%s: %s (%s)"
                .formatted(result.title(), result.verdict().text(), result.identity().key());
    }

    /// The same for the same requirement and result in every run.
    String fingerprint() {
        return PlainText.sha256OfBytes(
                "%s %s".formatted(requirement, result.identity().key()).getBytes(UTF_8));
    }
}
