package org.offloadtck.data;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.Serial;
import java.util.ArrayList;
import java.util.List;

/// A YAML or JSON text with the name of its source.
///
/// The parser rejects a name that occurs twice in one mapping: the later one would hide the
/// earlier.
public record DataText(String source, String text) {

    static final ObjectMapper JSON =
            JsonMapper.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .nodeFactory(new SharedTexts())
                    .build();

    /// Reads one value of a longer text.
    static final ObjectReader VALUE =
            JSON.readerFor(JsonNode.class).without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private static final ObjectMapper YAML =
            YAMLMapper.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    /// Makes one object of equal short texts: documents repeat ids, names and units in every row,
    /// and a hundred thousand rows are kept.
    private static final class SharedTexts extends JsonNodeFactory {

        @Serial private static final long serialVersionUID = 1L;

        private static final int SHORT = 64;

        @Override
        public TextNode textNode(String text) {
            return super.textNode(text.length() <= SHORT ? text.intern() : text);
        }
    }

    public Fields json() {
        return Fields.document(source, tree(JSON));
    }

    public Fields yaml() {
        return Fields.document(source, tree(YAML));
    }

    /// The rows of a YAML list of mappings, each placed by its `id`.
    public List<Fields> yamlRows() {
        var tree = tree(YAML);
        if (!tree.isArray()) {
            throw new DataException(
                    new Problem(source, "document", "is no list when it should be a list of rows"));
        }
        var rows = new ArrayList<Fields>();
        for (var row : tree) {
            var position = "row %d".formatted(rows.size() + 1);
            var id = row.path("id");
            rows.add(Fields.row(source, id.isTextual() ? id.textValue() : position, row));
        }
        return List.copyOf(rows);
    }

    private JsonNode tree(ObjectMapper mapper) {
        try {
            return mapper.readTree(text);
        } catch (JsonProcessingException e) {
            throw refusal(source, e);
        }
    }

    /// What the parser says of a text.
    static DataException refusal(String source, JsonProcessingException fault) {
        var at = fault.getLocation();
        var position =
                at == null
                        ? "document"
                        : "line %d, column %d".formatted(at.getLineNr(), at.getColumnNr());
        return new DataException(
                new Problem(source, position, firstLine(fault.getOriginalMessage())));
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("cannot be read");
    }
}
