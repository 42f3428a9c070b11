package org.offloadtck.data;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.List;

/// A JSON object being written: fields come out in the order they were put in.
public final class JsonObject {

    private static final DefaultIndenter INDENT = new DefaultIndenter("  ", "\n");
    static final ObjectWriter WRITER =
            JsonMapper.builder()
                    .build()
                    .writer(
                            new DefaultPrettyPrinter(
                                            Separators.createDefaultInstance()
                                                    .withObjectFieldValueSpacing(
                                                            Separators.Spacing.AFTER))
                                    .withObjectIndenter(INDENT)
                                    .withArrayIndenter(INDENT));

    private static final YAMLMapper YAML =
            YAMLMapper.builder()
                    .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                    .disable(YAMLGenerator.Feature.SPLIT_LINES)
                    .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                    .enable(YAMLGenerator.Feature.LITERAL_BLOCK_STYLE)
                    .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                    .enable(YAMLGenerator.Feature.INDENT_ARRAYS_WITH_INDICATOR)
                    .build();

    private final ObjectNode node = JsonNodeFactory.instance.objectNode();

    public JsonObject put(String name, String text) {
        node.put(name, text);
        return this;
    }

    public JsonObject put(String name, long number) {
        node.put(name, number);
        return this;
    }

    public JsonObject put(String name, boolean truth) {
        node.put(name, truth);
        return this;
    }

    public JsonObject put(String name, JsonObject object) {
        node.set(name, object.node);
        return this;
    }

    public JsonObject putTexts(String name, List<String> texts) {
        var array = node.putArray(name);
        texts.forEach(array::add);
        return this;
    }

    public JsonObject putNumbers(String name, List<Integer> numbers) {
        var array = node.putArray(name);
        numbers.forEach(array::add);
        return this;
    }

    public JsonObject putAll(String name, List<JsonObject> objects) {
        var array = node.putArray(name);
        objects.forEach(object -> array.add(object.node));
        return this;
    }

    /// Whether no field was put in.
    public boolean isEmpty() {
        return node.isEmpty();
    }

    void write(JsonGenerator generator) throws IOException {
        generator.writeTree(node);
    }

    /// The object as text: two spaces of indent, lines ended by a line feed.
    public String toText() {
        return text(node);
    }

    /// The object as YAML 1.1 in block style: texts of several lines as literal blocks, and quotes
    /// where a reader would take a text for something else.
    public String toYaml() {
        try {
            return YAML.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of texts and numbers can be written", e);
        }
    }

    /// The objects as an array, in the form of [#toText].
    public static String toText(List<JsonObject> objects) {
        var array = JsonNodeFactory.instance.arrayNode();
        objects.forEach(object -> array.add(object.node));
        return text(array);
    }

    private static String text(JsonNode tree) {
        try {
            return WRITER.writeValueAsString(tree) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of texts and numbers can be written", e);
        }
    }
}
