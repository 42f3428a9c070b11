package org.offloadtck.scenario.export;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/// GitHub's schema of workflows, which is no JSON Schema: a definition has one kind (`mapping`,
/// `sequence`, `one-of`, `allowed-values` or a scalar), which names other definitions.
final class WorkflowSchema {

    private final JsonNode definitions;

    private WorkflowSchema(JsonNode definitions) {
        this.definitions = definitions;
    }

    static WorkflowSchema load() throws IOException {
        try (var stream = WorkflowSchema.class.getResourceAsStream("workflow-v1.0.json")) {
            return new WorkflowSchema(
                    JsonMapper.builder()
                            .build()
                            .readTree(Objects.requireNonNull(stream))
                            .get("definitions"));
        }
    }

    /// What is wrong with a workflow; empty if nothing is.
    List<String> problems(JsonNode workflow) {
        return problems("workflow-root-strict", workflow, "");
    }

    private List<String> problems(String type, JsonNode value, String path) {
        var definition = definitions.path(type);
        if (definition.has("mapping")) {
            return mapping(definition.get("mapping"), value, path);
        }
        if (definition.has("sequence")) {
            return sequence(
                    definition.path("sequence").path("item-type").asText("any"), value, path);
        }
        if (definition.has("one-of")) {
            return oneOf(definition.get("one-of"), value, path);
        }
        return scalar(type, definition, value, path);
    }

    private List<String> mapping(JsonNode mapping, JsonNode value, String path) {
        if (!value.isObject()) {
            return List.of(path + ": is no mapping");
        }
        var problems = new ArrayList<String>();
        var known = mapping.path("properties");
        for (var field : value.properties()) {
            var place = path + "/" + field.getKey();
            if (known.has(field.getKey())) {
                problems.addAll(problems(type(known.get(field.getKey())), field.getValue(), place));
            } else if (mapping.has("loose-value-type")) {
                var loose = mapping.get("loose-value-type").asText();
                problems.addAll(problems(loose, field.getValue(), place));
            } else {
                problems.add(place + ": is no known field");
            }
        }
        for (var property : known.properties()) {
            if (property.getValue().path("required").asBoolean() && !value.has(property.getKey())) {
                problems.add("%s/%s: is missing".formatted(path, property.getKey()));
            }
        }
        return problems;
    }

    private static String type(JsonNode property) {
        return property.isTextual() ? property.asText() : property.path("type").asText();
    }

    private List<String> sequence(String type, JsonNode value, String path) {
        if (!value.isArray()) {
            return List.of(path + ": is no sequence");
        }
        var problems = new ArrayList<String>();
        for (int i = 0; i < value.size(); i++) {
            problems.addAll(problems(type, value.get(i), path + "/" + i));
        }
        return problems;
    }

    /// The problems of the alternative that has the fewest.
    private List<String> oneOf(JsonNode types, JsonNode value, String path) {
        return types.valueStream()
                .map(type -> problems(type.asText(), value, path))
                .min(Comparator.comparingInt(List::size))
                .orElse(List.of());
    }

    /// What needs no definition, or a scalar. An expression stands for any value where the
    /// definition has a context.
    private static List<String> scalar(
            String type, JsonNode definition, JsonNode value, String path) {
        boolean expression =
                value.isTextual() && value.asText().contains("${{") && definition.has("context");
        boolean fits =
                expression
                        || type.equals("any")
                        || (type.equals("sequence") && value.isArray())
                        || (type.equals("mapping") && value.isObject())
                        || (type.equals("string") && value.isValueNode())
                        || (isNamed(definition, type, "boolean") && value.isBoolean())
                        || (isNamed(definition, type, "number") && value.isNumber())
                        || (isNamed(definition, type, "null") && value.isNull())
                        || (definition.has("string") && isText(definition.get("string"), value))
                        || contains(definition.path("allowed-values"), value);
        return fits ? List.of() : List.of("%s: is %s, no %s".formatted(path, value, type));
    }

    private static boolean isNamed(JsonNode definition, String type, String kind) {
        return type.equals(kind) || definition.has(kind);
    }

    private static boolean isText(JsonNode string, JsonNode value) {
        return value.isValueNode()
                && (!string.path("require-non-empty").asBoolean() || !value.asText().isEmpty())
                && (!string.has("constant")
                        || value.asText().equals(string.get("constant").asText()));
    }

    private static boolean contains(JsonNode values, JsonNode value) {
        for (var each : values) {
            if (each.asText().equals(value.asText())) {
                return true;
            }
        }
        return false;
    }
}
