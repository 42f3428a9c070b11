package org.offloadtck.reports.exchange;

import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.conformance.document.PlainText;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.requirement.Requirement;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictClass;
import org.offloadtck.conformance.waiver.Waiver;
import org.offloadtck.data.JsonObject;

/// The findings as SARIF 2.1.0 (OASIS Standard, 27 March 2020): a rule per requirement; a waived
/// result is a result with a suppression (§3.35), an excluded one of the kind `notApplicable`
/// (§3.27.9).
public final class SarifReport {

    private static final String SCHEMA =
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json";

    private final ResultDocument document;
    private final Catalogue catalogue;
    private final Map<String, Integer> indices = new HashMap<>();

    private SarifReport(ResultDocument document, Catalogue catalogue) {
        this.document = document;
        this.catalogue = catalogue;
        catalogue.requirements().forEach(row -> indices.put(row.id(), indices.size()));
    }

    public static void write(ResultDocument document, Catalogue catalogue, Writer out)
            throws IOException {
        new JsonObject()
                .put("$schema", SCHEMA)
                .put("version", "2.1.0")
                .putAll("runs", List.of(new SarifReport(document, catalogue).run()))
                .write(out);
    }

    private JsonObject run() {
        var driver =
                new JsonObject()
                        .put("name", "offload-tck")
                        .put("version", document.subject().kit().version())
                        .putAll(
                                "rules",
                                catalogue.requirements().stream().map(SarifReport::rule).toList());
        return new JsonObject()
                .put("tool", new JsonObject().put("driver", driver))
                .put("columnKind", "utf16CodeUnits")
                .putAll("results", ReportedResult.all(document), this::result);
    }

    private static JsonObject rule(Requirement requirement) {
        var quote = requirement.quote();
        return new JsonObject()
                .put("id", requirement.id())
                .put("shortDescription", message(PlainText.of(quote.text())))
                .put(
                        "help",
                        message("%s, section '%s'".formatted(quote.document(), quote.section())))
                .put("defaultConfiguration", new JsonObject().put("level", level(requirement)));
    }

    private static String level(Requirement requirement) {
        return switch (requirement.strength()) {
            case MUST -> "error";
            case SHOULD -> "warning";
            case MAY -> "note";
        };
    }

    private JsonObject result(ReportedResult reported) {
        var json = new JsonObject().put("ruleId", reported.requirement());
        if (indices.containsKey(reported.requirement())) {
            json.put("ruleIndex", indices.get(reported.requirement()));
        }
        if (reported.result().verdict().standing() == VerdictClass.EXCLUDED) {
            json.put("kind", "notApplicable");
        }
        json.put("level", level(reported))
                .put("message", message(reported.message()))
                .putAll("locations", locations(reported))
                .put(
                        "partialFingerprints",
                        new JsonObject().put("offloadTckResult/v1", reported.fingerprint()));
        var verdict = reported.result().verdict();
        var waiver = document.subject().selection().waiver(verdict);
        if (verdict instanceof Verdict.ExpectedFailure(var id, _)) {
            var terms = waiver.map(each -> ": " + each.terms()).orElse("");
            json.putAll(
                    "suppressions",
                    List.of(
                            new JsonObject()
                                    .put("kind", "external")
                                    .put("status", "accepted")
                                    .put("justification", "waiver %s%s".formatted(id, terms))));
        }
        waiver.ifPresent(each -> json.put("properties", properties(each)));
        return json;
    }

    private static JsonObject properties(Waiver waiver) {
        return new JsonObject()
                .put("waiver", waiver.id())
                .put("reason", waiver.reason())
                .put("owner", waiver.owner())
                .put("issue", waiver.issue())
                .put("expires", waiver.expires().toString());
    }

    /// The level of a result. A fault of the kit proves nothing about the implementation: a
    /// warning. A result of a kind other than `fail` has the level `none` (§3.27.10).
    private String level(ReportedResult reported) {
        return switch (reported.result().verdict().standing()) {
            case HARNESS_FAULT -> "warning";
            case EXCLUDED -> "none";
            case HELD, UNEXPECTED, WAIVED, NOT_JUDGED ->
                    catalogue
                            .requirement(reported.requirement())
                            .map(SarifReport::level)
                            .orElse("error");
        };
    }

    private static List<JsonObject> locations(ReportedResult reported) {
        if (reported.path().isEmpty()) {
            return List.of();
        }
        var place =
                new JsonObject()
                        .put("artifactLocation", new JsonObject().put("uri", reported.path()))
                        .put("region", new JsonObject().put("startLine", reported.line()));
        return List.of(new JsonObject().put("physicalLocation", place));
    }

    private static JsonObject message(String text) {
        return new JsonObject().put("text", text);
    }
}
