package org.offloadtck.data;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/// Holds JSON against the part of JSON Schema 2020-12 that the kit's schemas use; for the tests of
/// every document the kit writes. A keyword it does not know is an error: a schema that is not
/// checked says nothing.
public final class SchemaCheck {

    private static final List<String> KNOWN =
            List.of(
                    "$schema",
                    "$defs",
                    "$ref",
                    "title",
                    "description",
                    "type",
                    "const",
                    "enum",
                    "required",
                    "properties",
                    "additionalProperties",
                    "items",
                    "oneOf");

    private final JsonNode root;

    public SchemaCheck(JsonNode root) {
        this.root = root;
    }

    /// What is wrong with the value, as paths; nothing if it conforms.
    public List<String> problems(JsonNode value) {
        return problems("", root, value);
    }

    private List<String> problems(String path, JsonNode schema, JsonNode value) {
        schema.fieldNames()
                .forEachRemaining(keyword -> {
                    if (!KNOWN.contains(keyword)) {
                        throw new IllegalStateException("keyword " + keyword);
                    }
                });
        if (schema.has("$ref")) {
            return problems(path, root.at(schema.path("$ref").asText().substring(1)), value);
        }
        var found = new ArrayList<String>();
        if (!hasType(schema.path("type").asText(""), value)
                || (schema.has("const") && !schema.get("const").equals(value))
                || (schema.has("enum") && !elements(schema.get("enum")).contains(value))) {
            found.add(path);
        }
        if (schema.has("oneOf") && matches(path, schema.get("oneOf"), value) != 1) {
            found.add(path + " oneOf");
        }
        found.addAll(objectProblems(path, schema, value));
        int index = 0;
        for (var element :
                value.isArray() && schema.has("items") ? elements(value) : List.<JsonNode>of()) {
            found.addAll(problems("%s[%d]".formatted(path, index++), schema.get("items"), element));
        }
        return found;
    }

    private long matches(String path, JsonNode choices, JsonNode value) {
        return elements(choices).stream()
                .filter(choice -> problems(path, choice, value).isEmpty())
                .count();
    }

    private List<String> objectProblems(String path, JsonNode schema, JsonNode value) {
        var found = new ArrayList<String>();
        for (var name : elements(schema.path("required"))) {
            if (!value.has(name.textValue())) {
                found.add("%s.%s missing".formatted(path, name.textValue()));
            }
        }
        for (var property : value.properties()) {
            var known = schema.path("properties").path(property.getKey());
            var at = "%s.%s".formatted(path, property.getKey());
            if (!known.isMissingNode()) {
                found.addAll(problems(at, known, property.getValue()));
            } else if (!schema.path("additionalProperties").asBoolean(true)) {
                found.add(at + " unknown");
            }
        }
        return found;
    }

    private static boolean hasType(String type, JsonNode value) {
        return switch (type) {
            case "" -> true;
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            default -> throw new IllegalStateException("type " + type);
        };
    }

    private static List<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }
}
