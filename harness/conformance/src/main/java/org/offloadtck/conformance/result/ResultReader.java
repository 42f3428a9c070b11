package org.offloadtck.conformance.result;

import java.io.Reader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.result.Evidence.ArtifactExcerpt;
import org.offloadtck.conformance.result.Evidence.Assertion;
import org.offloadtck.conformance.result.Evidence.BudgetLine;
import org.offloadtck.conformance.result.Evidence.CommandOutput;
import org.offloadtck.conformance.result.Evidence.Finding;
import org.offloadtck.conformance.result.Evidence.Measurements;
import org.offloadtck.conformance.result.Evidence.PlantedFaultLine;
import org.offloadtck.conformance.result.Evidence.TextExcerpt;
import org.offloadtck.conformance.result.ResultDocument.Circumstances;
import org.offloadtck.conformance.result.ResultWriter.EvidenceType;
import org.offloadtck.conformance.waiver.ExclusionUse;
import org.offloadtck.conformance.waiver.Exclusions;
import org.offloadtck.conformance.waiver.WaiverUse;
import org.offloadtck.conformance.waiver.Waivers;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;
import org.offloadtck.data.JsonRows;

/// Reads a result document. [ResultWriter] is its mirror.
final class ResultReader {

    /// What the field `schema` of every version holds.
    static final String SCHEMA = "offload-tck-results";

    private ResultReader() {}

    static ResultDocument read(DataText json) {
        var results = new ArrayList<Result>();
        var rest = read(json.source(), new StringReader(json.text()), results::add);
        return new ResultDocument(rest.subject(), rest.scenarios(), results, rest.circumstances());
    }

    /// The document without its results, each of which `result` gets in order.
    static ResultDocument read(String source, Reader json, Consumer<Result> result) {
        return new JsonRows(source, "results")
                .read(
                        json,
                        ResultReader::requireVersion,
                        row -> row.all(each -> accept(each, result)))
                .all(ResultReader::document);
    }

    private static boolean accept(Fields row, Consumer<Result> result) {
        result.accept(result(row));
        return true;
    }

    private static void requireVersion(Fields fields) {
        fields.choice("schema", List.of(SCHEMA), Function.identity());
        var version = fields.number("version");
        if (version != ResultDocument.SCHEMA_VERSION) {
            throw fields.wrong(
                    "version is %d when this kit reads %d"
                            .formatted(version, ResultDocument.SCHEMA_VERSION));
        }
    }

    private static ResultDocument document(Fields fields) {
        requireVersion(fields);
        return new ResultDocument(
                new RunSubject(
                        fields.fields("kit", ResultReader::kit),
                        fields.fields("selection", ResultReader::selection),
                        fields.rows("implementations", ResultReader::implementationRow),
                        fields.rows("devices", ResultReader::deviceRow)),
                fields.rows("scenarios", ResultReader::scenario),
                fields.rows("results", ResultReader::result),
                fields.fields("circumstances", ResultReader::circumstances));
    }

    private static RunSubject.Kit kit(Fields fields) {
        return new RunSubject.Kit(
                fields.text("version"),
                fields.text("commit"),
                fields.text("catalogue"),
                fields.has("requirements") ? texts(fields, "requirements") : Map.of());
    }

    private static RunSubject.Selection selection(Fields fields) {
        return new RunSubject.Selection(
                fields.texts("devices"),
                fields.texts("profiles"),
                fields.texts("implementations"),
                fields.text("tags"),
                fields.rows("waivers", ResultReader::waiver),
                fields.rows("exclusions", ResultReader::exclusion));
    }

    private static WaiverUse waiver(Fields row) {
        return new WaiverUse(
                Waivers.waiver(row),
                row.choice("state", List.of(WaiverUse.State.values()), WaiverUse.State::word),
                row.integer("covered"),
                row.integer("decided"));
    }

    private static ExclusionUse exclusion(Fields row) {
        return new ExclusionUse(Exclusions.exclusion(row), row.integer("excluded"));
    }

    private static ScenarioRecord scenario(Fields row) {
        return new ScenarioRecord(
                new ScenarioId(row.text("id")),
                row.choice("stage", List.of(Stage.values()), Stage::id),
                row.text("title"),
                row.text("feature"),
                row.number("line"),
                row.texts("steps"));
    }

    private static Circumstances circumstances(Fields fields) {
        var times = new TreeMap<String, Long>();
        for (var row : fields.rows("times")) {
            times.put(row.text("key"), row.number("milliseconds"));
        }
        return new Circumstances(
                fields.text("started"),
                fields.number("milliseconds"),
                fields.text("host"),
                fields.texts("command"),
                times,
                fields.has("plan")
                        ? fields.fields("plan", ResultReader::planPart)
                        : ResultDocument.PlanPart.NONE);
    }

    private static ResultDocument.PlanPart planPart(Fields fields) {
        return new ResultDocument.PlanPart(fields.text("sha256"), fields.integers("shards"));
    }

    /// Reads what [ResultWriter#write(List)] wrote.
    static List<Evidence> evidence(DataText json) {
        return json.json().all(fields -> fields.rows("evidence", ResultReader::evidence));
    }

    static ScenarioEvidence testimony(DataText json) {
        return json.json()
                .all(fields ->
                        new ScenarioEvidence(
                                fields.text("profile"),
                                fields.fields("implementation", ResultReader::implementation),
                                fields.fields("device", ResultReader::device),
                                texts(fields, "folders"),
                                fields.rows("evidence", ResultReader::evidence)));
    }

    private static ImplementationRecord implementationRow(Fields row) {
        return new ImplementationRecord(
                row.fields("implementation", ResultReader::implementation),
                row.text("description"));
    }

    private static ImplementationIdentity implementation(Fields fields) {
        return new ImplementationIdentity(
                fields.text("compiler"), fields.text("linkerWrapper"), fields.text("runtime"));
    }

    private static DeviceRecord deviceRow(Fields row) {
        return new DeviceRecord(
                row.fields("device", ResultReader::device),
                row.choice(
                        "presence",
                        List.of(DeviceRecord.Presence.values()),
                        DeviceRecord.Presence::word),
                row.text("description"));
    }

    private static DeviceIdentity device(Fields fields) {
        return new DeviceIdentity(fields.text("device"), fields.text("spec"));
    }

    private static Result result(Fields row) {
        var identity = row.fields("identity", ResultReader::identity);
        row.choice("key", List.of(identity.key()), Function.identity());
        return new Result(
                identity,
                row.text("title"),
                row.texts("requirements"),
                row.fields("verdict", ResultReader::verdict),
                row.rows("evidence", ResultReader::evidence));
    }

    private static ResultIdentity identity(Fields fields) {
        return new ResultIdentity(
                new ScenarioId(fields.text("scenario")),
                fields.rows(
                        "parameters",
                        each -> new ExampleParameter(each.text("name"), each.text("value"))),
                fields.text("profile"),
                fields.choice("stage", List.of(Stage.values()), Stage::id),
                fields.fields("implementation", ResultReader::implementation),
                fields.fields("device", ResultReader::device));
    }

    private static Verdict verdict(Fields fields) {
        var kind = fields.choice("kind", VerdictKind.ALL, VerdictKind::name);
        var reason = fields.text("reason");
        return switch (kind) {
            case CRASH -> new Verdict.Crash(fields.text("signal"), reason);
            case XFAIL -> new Verdict.ExpectedFailure(fields.text("waiver"), reason);
            case XPASS -> new Verdict.UnexpectedPass(fields.text("waiver"), reason);
            case EXCLUDED -> new Verdict.Excluded(fields.text("exclusion"), reason);
            case FLAKY ->
                    new Verdict.Flaky(fields.integer("failed"), fields.integer("runs"), reason);
            case PASS,
                    FAIL_FORMAT,
                    FAIL_COMPILE,
                    FAIL_LINK,
                    FAIL_RUNTIME,
                    FAIL_VALUE,
                    HANG,
                    HOST_FALLBACK,
                    UNSUPPORTED,
                    PERF_REGRESSED,
                    PERF_IMPROVED,
                    NOT_RUN,
                    HARNESS_ERROR ->
                    new Verdict.Plain(kind, reason);
        };
    }

    private static Evidence evidence(Fields row) {
        return switch (row.choice("type", EvidenceType.ALL, EvidenceType::word)) {
            case ARTIFACT ->
                    new ArtifactExcerpt(
                            row.text("artifact"),
                            row.number("offset"),
                            row.text("hex"),
                            row.text("meaning"));
            case COMMAND ->
                    new CommandOutput(
                            row.texts("command"),
                            new Evidence.CommandSetting(
                                    row.text("folder"),
                                    texts(row, "environment"),
                                    row.text("limits")),
                            row.integer("exitCode"),
                            row.text("output"));
            case MEASUREMENTS ->
                    new Measurements(
                            row.text("subject"), row.rows("metrics", ResultReader::metric));
            case FINDING -> new Finding(row.text("rule"), row.text("place"), row.text("text"));
            case TEXT ->
                    new TextExcerpt(
                            row.text("source"),
                            row.integer("firstLine"),
                            row.texts("lines"),
                            row.integer("line"),
                            row.text("meaning"));
            case BUDGET ->
                    new BudgetLine(
                            row.text("budget"),
                            row.text("subject"),
                            row.fields("measured", ResultReader::metric),
                            row.number("budgeted"),
                            row.integer("margin"),
                            row.choice("outcome", VerdictKind.ALL, VerdictKind::name),
                            row.text("source"));
            case ASSERTION -> new Assertion(row.text("step"), row.texts("observed"));
            case PLANTED_FAULT ->
                    new PlantedFaultLine(
                            row.text("group"),
                            row.text("fault"),
                            row.texts("files"),
                            row.texts("edits"),
                            row.texts("rules"),
                            row.texts("requirements"),
                            row.text("place"),
                            row.text("consequence"),
                            row.text("seen"),
                            row.texts("reported"),
                            row.choice(
                                    "outcome",
                                    PlantedFaultLine.Outcome.ALL,
                                    PlantedFaultLine.Outcome::word));
        };
    }

    private static Map<String, String> texts(Fields row, String name) {
        return row.entries(name).stream()
                .collect(Collectors.toMap(Fields.Entry::name, Fields.Entry::text));
    }

    private static Metric metric(Fields row) {
        return new Metric(
                row.text("name"),
                row.number("value"),
                row.text("unit"),
                row.choice(
                        "exactness", List.of(Metric.Exactness.values()), Metric.Exactness::word));
    }
}
