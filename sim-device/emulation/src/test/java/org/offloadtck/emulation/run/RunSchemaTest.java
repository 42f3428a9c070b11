package org.offloadtck.emulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.checks.finding.KernelFinding.Kind;
import org.offloadtck.engine.launch.FaultKind;

/// The schema that other tools read reports by.
class RunSchemaTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Test
    void describesEveryShapeTheKitWrites() throws IOException {
        assertThat(problems(RunSamples.everyShape().json())).isEmpty();
    }

    @Test
    void describesBudgets(@TempDir Path folder) throws IOException {
        var row = "- {kernel: %s, device: t4, metric: %s, reference: 0, source: counted}\n";
        Files.writeString(
                folder.resolve("budgets.yaml"),
                row.formatted("saxpy", "launches") + row.formatted("other", "launches"));
        var run = RunSamples.run("--budget=budgets.yaml", "--directory=" + folder);
        run.addLaunch(RunSamples.launch(run.addProcess("saxpy"), "saxpy", 1));

        assertThat(run.report().json()).contains("NOT_MEASURED", "PERF_REGRESSED");
        assertThat(problems(run.report().json())).isEmpty();
    }

    @Test
    void refusesAFieldItDoesNotName() throws IOException {
        var odd =
                RunSamples.everyShape()
                        .json()
                        .replaceFirst("\"device\"", "\"time\": 1, \"device\"");

        assertThat(problems(odd)).containsExactly("$ additionalProperties");
    }

    @Test
    void refusesALeakWithoutItsSize() throws IOException {
        var cut = RunSamples.everyShape().json().replaceFirst(",\\s*\"bytes\": 400", "");

        int leak = FaultKind.values().length - 1; // after a fault of each kind but INTERRUPTED
        assertThat(problems(cut)).contains("$.findings[%d] oneOf".formatted(leak));
    }

    @Test
    void namesEveryKindOfFault() throws IOException {
        assertThat(schema().at("/$defs/finding/oneOf/0/properties/kind/enum"))
                .map(JsonNode::textValue)
                .containsExactly(
                        Arrays.stream(FaultKind.values())
                                .filter(kind -> kind != FaultKind.INTERRUPTED)
                                .map(RunFindingText::kind)
                                .toArray(String[]::new));
    }

    @Test
    void namesEveryKindOfFindingOfACheck() throws IOException {
        assertThat(schema().at("/$defs/finding/oneOf/1/properties/kind/enum"))
                .map(JsonNode::textValue)
                .containsExactly(
                        Arrays.stream(Kind.values())
                                .map(RunFindingText::kind)
                                .toArray(String[]::new));
    }

    /// What violates the schema: the place in the document and the keyword of the schema.
    private static List<String> problems(String json) throws IOException {
        return JsonSchemaFactory.getInstance(VersionFlag.V202012)
                .getSchema(schema())
                .validate(JSON.readTree(json))
                .stream()
                .map(problem -> problem.getInstanceLocation() + " " + problem.getType())
                .distinct()
                .toList();
    }

    private static JsonNode schema() throws IOException {
        try (var stream = RunReport.class.getResourceAsStream("run-1.schema.json")) {
            return JSON.readTree(stream);
        }
    }
}
