package org.offloadtck.conformance.result;

import java.util.List;
import java.util.Map;
import org.offloadtck.conformance.result.Evidence.ArtifactExcerpt;
import org.offloadtck.conformance.result.Evidence.Assertion;
import org.offloadtck.conformance.result.Evidence.BudgetLine;
import org.offloadtck.conformance.result.Evidence.CommandOutput;
import org.offloadtck.conformance.result.Evidence.Finding;
import org.offloadtck.conformance.result.Evidence.Measurements;
import org.offloadtck.conformance.result.Evidence.PlantedFaultLine;
import org.offloadtck.conformance.result.Evidence.TextExcerpt;
import org.offloadtck.conformance.waiver.ExclusionUse;
import org.offloadtck.conformance.waiver.WaiverUse;
import org.offloadtck.data.JsonObject;

/// Writes a result document in the shape of `results-2.schema.json`. [ResultReader] is its mirror.
final class ResultWriter {

    private ResultWriter() {}

    static JsonObject json(ResultDocument document) {
        return new JsonObject()
                .put("schema", ResultReader.SCHEMA)
                .put("version", ResultDocument.SCHEMA_VERSION)
                .put("kit", of(document.subject().kit()))
                .put("selection", of(document.subject().selection()))
                .putAll(
                        "implementations",
                        document.implementations().stream().map(ResultWriter::of).toList())
                .putAll("devices", document.devices().stream().map(ResultWriter::of).toList())
                .putAll("scenarios", document.scenarios().stream().map(ResultWriter::of).toList())
                .putAll("results", document.results(), ResultWriter::of)
                .put("circumstances", of(document.circumstances()));
    }

    private static JsonObject of(RunSubject.Kit kit) {
        return new JsonObject()
                .put("version", kit.version())
                .put("commit", kit.commit())
                .put("catalogue", kit.catalogue())
                .put("requirements", texts(kit.requirements()));
    }

    private static JsonObject of(RunSubject.Selection selection) {
        return new JsonObject()
                .putTexts("devices", selection.devices())
                .putTexts("profiles", selection.profiles())
                .putTexts("implementations", selection.implementations())
                .put("tags", selection.tags())
                .putAll("waivers", selection.waivers().stream().map(ResultWriter::of).toList())
                .putAll(
                        "exclusions",
                        selection.exclusions().stream().map(ResultWriter::of).toList());
    }

    private static JsonObject of(WaiverUse use) {
        var waiver = use.waiver();
        return new JsonObject()
                .put("id", waiver.id())
                .put("results", waiver.results())
                .put("reason", waiver.reason())
                .put("owner", waiver.owner())
                .put("issue", waiver.issue())
                .put("expires", waiver.expires().toString())
                .put("state", use.state().word())
                .put("covered", use.covered())
                .put("decided", use.decided());
    }

    private static JsonObject of(ExclusionUse use) {
        var exclusion = use.exclusion();
        return new JsonObject()
                .put("id", exclusion.id())
                .putTexts("editions", exclusion.editions())
                .putTexts("requirements", exclusion.requirements())
                .putTexts("scenarios", exclusion.scenarios())
                .put("reason", exclusion.reason())
                .put("excluded", use.excluded());
    }

    private static JsonObject of(ScenarioRecord scenario) {
        return new JsonObject()
                .put("id", scenario.id().text())
                .put("stage", scenario.stage().id())
                .put("title", scenario.title())
                .put("feature", scenario.feature())
                .put("line", scenario.line())
                .putTexts("steps", scenario.steps());
    }

    private static JsonObject of(ResultDocument.Circumstances circumstances) {
        var object =
                new JsonObject()
                        .put("started", circumstances.started())
                        .put("milliseconds", circumstances.milliseconds())
                        .put("host", circumstances.host())
                        .putTexts("command", circumstances.command())
                        .putAll(
                                "times",
                                List.copyOf(circumstances.times().entrySet()),
                                time ->
                                        new JsonObject()
                                                .put("key", time.getKey())
                                                .put("milliseconds", time.getValue()));
        var plan = circumstances.plan();
        return plan.equals(ResultDocument.PlanPart.NONE)
                ? object
                : object.put(
                        "plan",
                        new JsonObject()
                                .put("sha256", plan.sha256())
                                .putNumbers("shards", plan.shards()));
    }

    static String write(List<Evidence> evidence) {
        return new JsonObject()
                .putAll("evidence", evidence.stream().map(ResultWriter::of).toList())
                .toText();
    }

    static String write(ScenarioEvidence testimony) {
        return new JsonObject()
                .put("profile", testimony.profile())
                .put("implementation", of(testimony.implementation()))
                .put("device", of(testimony.device()))
                .put("folders", texts(testimony.folders()))
                .putAll("evidence", testimony.evidence().stream().map(ResultWriter::of).toList())
                .toText();
    }

    private static JsonObject of(ImplementationRecord row) {
        return new JsonObject()
                .put("implementation", of(row.implementation()))
                .put("description", row.description());
    }

    private static JsonObject of(ImplementationIdentity implementation) {
        return new JsonObject()
                .put("compiler", implementation.compiler())
                .put("linkerWrapper", implementation.linkerWrapper())
                .put("runtime", implementation.runtime());
    }

    private static JsonObject of(DeviceRecord row) {
        return new JsonObject()
                .put("device", of(row.identity()))
                .put("presence", row.presence().word())
                .put("description", row.description());
    }

    private static JsonObject of(DeviceIdentity identity) {
        return new JsonObject().put("device", identity.device()).put("spec", identity.spec());
    }

    private static JsonObject of(Result result) {
        return new JsonObject()
                .put("key", result.identity().key())
                .put("identity", of(result.identity()))
                .put("title", result.title())
                .putTexts("requirements", result.requirements())
                .put("verdict", of(result.verdict()))
                .putAll("evidence", result.evidence().stream().map(ResultWriter::of).toList());
    }

    private static JsonObject of(ResultIdentity identity) {
        return new JsonObject()
                .put("scenario", identity.scenario().text())
                .putAll(
                        "parameters",
                        identity.parameters().stream()
                                .map(each ->
                                        new JsonObject()
                                                .put("name", each.name())
                                                .put("value", each.value()))
                                .toList())
                .put("profile", identity.profile())
                .put("stage", identity.stage().id())
                .put("implementation", of(identity.implementation()))
                .put("device", of(identity.device()));
    }

    private static JsonObject of(Verdict verdict) {
        var json = new JsonObject().put("kind", verdict.kind().name());
        switch (verdict) {
            case Verdict.Plain _ -> {}
            case Verdict.Crash(var signal, _) -> json.put("signal", signal);
            case Verdict.ExpectedFailure(var waiver, _) -> json.put("waiver", waiver);
            case Verdict.UnexpectedPass(var waiver, _) -> json.put("waiver", waiver);
            case Verdict.Excluded(var exclusion, _) -> json.put("exclusion", exclusion);
            case Verdict.Flaky(var failed, var runs, _) ->
                    json.put("failed", failed).put("runs", runs);
        }
        return json.put("reason", verdict.reason());
    }

    private static JsonObject of(Evidence evidence) {
        return switch (evidence) {
            case ArtifactExcerpt(var artifact, var offset, var hex, var meaning) ->
                    new JsonObject()
                            .put("type", EvidenceType.ARTIFACT.word())
                            .put("artifact", artifact)
                            .put("offset", offset)
                            .put("hex", hex)
                            .put("meaning", meaning);
            case CommandOutput(var command, var setting, var exitCode, var output) ->
                    new JsonObject()
                            .put("type", EvidenceType.COMMAND.word())
                            .putTexts("command", command)
                            .put("folder", setting.folder())
                            .put("environment", texts(setting.environment()))
                            .put("limits", setting.limits())
                            .put("exitCode", exitCode)
                            .put("output", output);
            case Measurements(var subject, var metrics) ->
                    new JsonObject()
                            .put("type", EvidenceType.MEASUREMENTS.word())
                            .put("subject", subject)
                            .putAll("metrics", metrics.stream().map(ResultWriter::of).toList());
            case Finding(var rule, var place, var text) ->
                    new JsonObject()
                            .put("type", EvidenceType.FINDING.word())
                            .put("rule", rule)
                            .put("place", place)
                            .put("text", text);
            case TextExcerpt(var source, var firstLine, var lines, var line, var meaning) ->
                    new JsonObject()
                            .put("type", EvidenceType.TEXT.word())
                            .put("source", source)
                            .put("firstLine", firstLine)
                            .putTexts("lines", lines)
                            .put("line", line)
                            .put("meaning", meaning);
            case BudgetLine line -> of(line);
            case PlantedFaultLine line -> of(line);
            case Assertion(var step, var observed) ->
                    new JsonObject()
                            .put("type", EvidenceType.ASSERTION.word())
                            .put("step", step)
                            .putTexts("observed", observed);
        };
    }

    private static JsonObject texts(Map<String, String> byName) {
        var json = new JsonObject();
        byName.forEach(json::put);
        return json;
    }

    private static JsonObject of(BudgetLine line) {
        return new JsonObject()
                .put("type", EvidenceType.BUDGET.word())
                .put("budget", line.budget())
                .put("subject", line.subject())
                .put("measured", of(line.measured()))
                .put("budgeted", line.budgeted())
                .put("margin", line.margin())
                .put("outcome", line.outcome().name())
                .put("source", line.source());
    }

    private static JsonObject of(PlantedFaultLine line) {
        return new JsonObject()
                .put("type", EvidenceType.PLANTED_FAULT.word())
                .put("group", line.group())
                .put("fault", line.fault())
                .putTexts("files", line.files())
                .putTexts("edits", line.edits())
                .putTexts("rules", line.rules())
                .putTexts("requirements", line.requirements())
                .put("place", line.place())
                .put("consequence", line.consequence())
                .put("seen", line.seen())
                .putTexts("reported", line.reported())
                .put("outcome", line.outcome().word());
    }

    private static JsonObject of(Metric metric) {
        return new JsonObject()
                .put("name", metric.name())
                .put("value", metric.value())
                .put("unit", metric.unit())
                .put("exactness", metric.exactness().word());
    }

    /// The kinds of evidence, as documents name them.
    enum EvidenceType {
        ARTIFACT("artifact"),
        COMMAND("command"),
        MEASUREMENTS("measurements"),
        FINDING("finding"),
        TEXT("text"),
        BUDGET("budget"),
        ASSERTION("assertion"),
        PLANTED_FAULT("planted-fault");

        static final List<EvidenceType> ALL = List.of(values());

        private final String word;

        EvidenceType(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }
}
