package org.offloadtck.conformance.trace;

import java.util.Arrays;
import java.util.List;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.classification.Classification;
import org.offloadtck.conformance.classification.ClassifiedUnit;
import org.offloadtck.conformance.document.Document;
import org.offloadtck.conformance.document.PlainText;
import org.offloadtck.conformance.requirement.Requirement;
import org.offloadtck.conformance.requirement.TaggedScenario;
import org.offloadtck.data.JsonObject;
import org.offloadtck.data.Problem;

/// A [CatalogueTrace] as JSON: `documents` with every unit, `stages` with every requirement, and
/// `faults`.
public final class TraceJson {

    private final CatalogueTrace trace;

    private TraceJson(CatalogueTrace trace) {
        this.trace = trace;
    }

    public static String of(CatalogueTrace trace) {
        var json = new TraceJson(trace);
        return new JsonObject()
                .putAll(
                        "documents",
                        trace.catalogue().documents().stream().map(json::document).toList())
                .putAll("stages", Arrays.stream(Stage.values()).map(json::stage).toList())
                .putAll("faults", trace.faults().stream().map(TraceJson::problem).toList())
                .toText();
    }

    private JsonObject document(Document document) {
        var units = trace.classification().of(document);
        var json =
                new JsonObject()
                        .put("id", document.id())
                        .put("title", document.title())
                        .put("origin", document.origin())
                        .put("sha256", document.sha256());
        Classification.counts(units).forEach((standing, count) -> json.put(standing.word(), count));
        return json.putAll("units", units.stream().map(TraceJson::unit).toList());
    }

    private static JsonObject unit(ClassifiedUnit unit) {
        return new JsonObject()
                .put("section", unit.section())
                .put("kind", unit.unit().kind().word())
                .put("text", unit.unit().text())
                .put("standing", unit.standing().word())
                .putTexts("requirements", unit.requirements())
                .putTexts("reasons", unit.reasons())
                .put("open", unit.open());
    }

    private JsonObject stage(Stage stage) {
        var requirements = trace.of(stage);
        var count = StageCount.of(trace, requirements);
        return new JsonObject()
                .put("id", stage.id())
                .put("withScenarios", count.tested())
                .put("withReason", count.excused())
                .put("open", count.open())
                .putAll("requirements", requirements.stream().map(this::requirement).toList());
    }

    private JsonObject requirement(Requirement requirement) {
        var quote = requirement.quote();
        return new JsonObject()
                .put("id", requirement.id())
                .put("strength", requirement.strength().word())
                .put("quote", PlainText.of(quote.text()))
                .put("document", quote.document())
                .put("section", quote.section())
                .put("sha256", quote.sha256())
                .putTexts("profiles", requirement.profiles())
                .putTexts("deviations", requirement.deviations())
                .put("untested", requirement.untested())
                .putAll("scenarios", scenarios(requirement))
                .putAll(
                        "code",
                        trace.code().of(requirement.id()).stream().map(TraceJson::code).toList());
    }

    private List<JsonObject> scenarios(Requirement requirement) {
        return trace.scenarios(requirement).stream().map(TraceJson::scenario).toList();
    }

    private static JsonObject scenario(TaggedScenario scenario) {
        return new JsonObject()
                .put("feature", scenario.feature())
                .put("line", scenario.line())
                .put("title", scenario.title());
    }

    private static JsonObject code(CodePlace place) {
        return new JsonObject()
                .put("file", place.file())
                .put("line", place.line())
                .put("declaration", place.declaration());
    }

    private static JsonObject problem(Problem problem) {
        return new JsonObject()
                .put("source", problem.source())
                .put("position", problem.position())
                .put("text", problem.text());
    }
}
