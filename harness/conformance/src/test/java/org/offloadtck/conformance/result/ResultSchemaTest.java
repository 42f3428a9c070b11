package org.offloadtck.conformance.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.Stage;

/// The schema that other tools read result documents by.
class ResultSchemaTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Test
    void describesEveryShapeTheKitWrites() throws IOException {
        assertThat(problems(tree(Samples.everyShape().toJson()))).isEmpty();
    }

    @Test
    void refusesACrashWithoutItsSignal() throws IOException {
        var cut = Samples.everyShape().toJson().replaceFirst("\"signal\": \"SIGSEGV\",", "");

        assertThat(problems(tree(cut))).contains("$.results[0].verdict oneOf");
    }

    @Test
    void refusesAFieldItDoesNotName() throws IOException {
        var odd = Samples.everyShape().toJson().replaceFirst("\"kit\"", "\"time\": 1, \"kit\"");

        assertThat(problems(tree(odd))).containsExactly("$ additionalProperties");
    }

    @Test
    void namesEveryStage() throws IOException {
        var stages = schema().at("/$defs/stage/enum");

        assertThat(stages)
                .map(JsonNode::textValue)
                .containsExactly(
                        Arrays.stream(Stage.values()).map(Stage::id).toArray(String[]::new));
    }

    @Test
    void namesEveryKindOfVerdict() throws IOException {
        var kinds = new TreeSet<VerdictKind>();
        for (var shape : schema().at("/$defs/verdict/oneOf")) {
            var kind = shape.at("/properties/kind");
            kind.path("enum").forEach(word -> kinds.add(VerdictKind.valueOf(word.textValue())));
            if (kind.has("const")) {
                kinds.add(VerdictKind.valueOf(kind.get("const").textValue()));
            }
        }

        assertThat(kinds).containsExactly(VerdictKind.values());
    }

    /// What violates the schema: the place in the document and the keyword of the schema.
    private static List<String> problems(JsonNode document) throws IOException {
        return JsonSchemaFactory.getInstance(VersionFlag.V202012)
                .getSchema(schema())
                .validate(document)
                .stream()
                .map(problem -> problem.getInstanceLocation() + " " + problem.getType())
                .distinct()
                .toList();
    }

    private static JsonNode schema() throws IOException {
        try (var stream = ResultDocument.class.getResourceAsStream("results-2.schema.json")) {
            return JSON.readTree(stream);
        }
    }

    private static JsonNode tree(String json) throws IOException {
        return JSON.readTree(json);
    }
}
