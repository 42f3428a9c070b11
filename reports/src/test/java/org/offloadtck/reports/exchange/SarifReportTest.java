package org.offloadtck.reports.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.reports.Samples;

class SarifReportTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static String text(ResultDocument document) throws IOException {
        var out = new StringWriter();
        SarifReport.write(document, Samples.catalogue(), out);
        return out.toString();
    }

    @Test
    void obeysTheOfficialSchema() throws IOException {
        assertThat(problems(tree(everyStanding()))).isEmpty();
    }

    @Test
    void isJudgedByASchemaThatRefusesWhatSarifDoesNotKnow() throws IOException {
        var odd = text(everyStanding()).replace("error", "grave");

        assertThat(problems(JSON.readTree(odd))).isNotEmpty();
    }

    @Test
    void hasARulePerRequirementAndAResultPerFinding() throws IOException {
        var run = tree(everyStanding()).at("/runs/0");

        assertThat(texts(run.at("/tool/driver/rules"), "/id")).containsExactly("OE-01", "OE-02");
        assertThat(texts(run.at("/results"), "/level"))
                .containsExactlyInAnyOrder("error", "error", "warning");
        assertThat(texts(run.at("/results"), "/ruleId")).containsOnly("OE-01");
    }

    @Test
    void suppressesWaivedResultsByTheirWaiver() throws IOException {
        var results = tree(everyStanding()).at("/runs/0/results");

        assertThat(results)
                .filteredOn(result -> result.has("suppressions"))
                .singleElement()
                .satisfies(result ->
                        assertThat(result.at("/suppressions/0/justification").textValue())
                                .isEqualTo("waiver W1"));
    }

    @Test
    void statesTheTermsOfAWaiverAndWhatDoesNotApply() throws IOException {
        var sarif = tree(Samples.waived());
        var results = sarif.at("/runs/0/results");

        assertThat(problems(sarif)).isEmpty();
        assertThat(results)
                .filteredOn(result -> result.has("suppressions"))
                .singleElement()
                .satisfies(result -> {
                    assertThat(result.at("/suppressions/0/justification").textValue())
                            .isEqualTo(
                                    "waiver W1: rounds twice; owner someone, issue"
                                            + " example.org/W1, expires 2026-12-31");
                    assertThat(result.at("/properties/owner").textValue()).isEqualTo("someone");
                    assertThat(result.at("/properties/issue").textValue())
                            .isEqualTo("example.org/W1");
                    assertThat(result.at("/properties/expires").textValue())
                            .isEqualTo("2026-12-31");
                });
        assertThat(results)
                .filteredOn(result -> result.at("/kind").asText().equals("notApplicable"))
                .singleElement()
                .satisfies(result -> {
                    assertThat(result.at("/level").textValue()).isEqualTo("none");
                    assertThat(result.at("/message/text").textValue())
                            .contains("EXCLUDED(E1): the edition has no table");
                });
    }

    @Test
    void namesThePlaceOfTheScenario() throws IOException {
        var results = tree(everyStanding()).at("/runs/0/results");

        assertThat(texts(results, "/locations/0/physicalLocation/artifactLocation/uri"))
                .contains("features/src/main/resources/features/offload-entries/table.feature");
    }

    private static ResultDocument everyStanding() {
        return Samples.document(
                Samples.result("names", "llvm-16", DeviceIdentity.NONE, Verdict.pass()),
                Samples.result(
                        "runs",
                        "llvm-16",
                        Samples.SIMULATED,
                        Verdict.of(VerdictKind.FAIL_VALUE, "y[3] is <1> when it should be 2")),
                Samples.result(
                        "runs",
                        "llvm-22",
                        Samples.SIMULATED,
                        new Verdict.ExpectedFailure("W1", "y[3] is 1")),
                Samples.result(
                        "ends",
                        "llvm-22",
                        Samples.SIMULATED,
                        Verdict.of(VerdictKind.HARNESS_ERROR, "no step")),
                Samples.result(
                        "runs",
                        "llvm-16",
                        Samples.OPENCL,
                        Verdict.of(VerdictKind.NOT_RUN, "no platform found")));
    }

    private static List<String> problems(JsonNode sarif) throws IOException {
        try (var schema =
                SarifReportTest.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json")) {
            return JsonSchemaFactory.getInstance(VersionFlag.V7)
                    .getSchema(JSON.readTree(schema))
                    .validate(sarif)
                    .stream()
                    .map(problem -> problem.getInstanceLocation() + " " + problem.getType())
                    .toList();
        }
    }

    private static List<String> texts(JsonNode rows, String path) {
        return StreamSupport.stream(rows.spliterator(), false)
                .map(row -> row.at(path).asText())
                .toList();
    }

    private static JsonNode tree(ResultDocument document) throws IOException {
        return JSON.readTree(text(document));
    }
}
