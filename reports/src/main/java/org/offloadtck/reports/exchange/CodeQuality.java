package org.offloadtck.reports.exchange;

import java.io.IOException;
import java.io.Writer;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.data.JsonObject;

/// The findings in the form that GitLab's `artifacts:reports:codequality` reads: description,
/// check, fingerprint, severity and place. Waived and excluded results are left out, because the
/// format has no suppressions.
public final class CodeQuality {

    private CodeQuality() {}

    public static void write(ResultDocument document, Writer out) throws IOException {
        var failed =
                ReportedResult.all(document).stream()
                        .filter(reported -> reported.result().verdict().standing().isFailure())
                        .toList();
        JsonObject.writeAll(out, failed, CodeQuality::violation);
    }

    private static JsonObject violation(ReportedResult reported) {
        var severity =
                switch (reported.result().verdict().standing()) {
                    case UNEXPECTED -> "major";
                    case HARNESS_FAULT -> "minor";
                    case HELD, WAIVED, EXCLUDED, NOT_JUDGED -> "info";
                };
        return new JsonObject()
                .put("description", reported.message())
                .put("check_name", reported.requirement())
                .put("fingerprint", reported.fingerprint())
                .put("severity", severity)
                .put(
                        "location",
                        new JsonObject()
                                .put("path", reported.path())
                                .put("lines", new JsonObject().put("begin", reported.line())));
    }
}
