package org.offloadtck.data;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializable;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.function.Function;

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

    /// Puts in a long list, whose objects are made one by one while the text is written.
    public <T> JsonObject putAll(String name, List<T> rows, Function<T, JsonObject> form) {
        node.putPOJO(name, new LazyRows<>(rows, form));
        return this;
    }

    private static final class LazyRows<T> extends JsonSerializable.Base {

        private final List<T> rows;
        private final Function<T, JsonObject> form;

        private LazyRows(List<T> rows, Function<T, JsonObject> form) {
            this.rows = List.copyOf(rows);
            this.form = form;
        }

        @Override
        public void serialize(JsonGenerator generator, SerializerProvider provider)
                throws IOException {
            generator.writeStartArray();
            for (var row : rows) {
                form.apply(row).write(generator);
            }
            generator.writeEndArray();
        }

        @Override
        public void serializeWithType(
                JsonGenerator generator, SerializerProvider provider, TypeSerializer type)
                throws IOException {
            serialize(generator, provider);
        }
    }

    void write(JsonGenerator generator) throws IOException {
        generator.writeTree(node);
    }

    /// The object as text: two spaces of indent, lines ended by a line feed.
    public String toText() {
        return text(node);
    }

    /// Writes what [#toText] returns.
    public void write(Writer out) throws IOException {
        write(out, node);
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

    /// Writes the objects of a long list as an array, in the form of [#toText]. They are made one
    /// by one while the text is written.
    public static <T> void writeAll(Writer out, List<T> rows, Function<T, JsonObject> form)
            throws IOException {
        write(out, new LazyRows<>(rows, form));
    }

    private static void write(Writer out, Object value) throws IOException {
        WRITER.without(StreamWriteFeature.AUTO_CLOSE_TARGET).writeValue(out, value);
        out.write('\n');
    }

    private static String text(JsonNode tree) {
        try {
            return WRITER.writeValueAsString(tree) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of texts and numbers can be written", e);
        }
    }
}
