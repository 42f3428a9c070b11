package org.offloadtck.data;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.function.Consumer;

/// Reads a JSON object with one list that is too long to hold: its mappings are handed over one by
/// one.
public final class JsonRows {

    private final String source;
    private final String list;

    /// @param source name of the text
    /// @param list name of the long list, a field of the whole object
    public JsonRows(String source, String list) {
        this.source = source;
        this.list = list;
    }

    /// Reads the text to its end.
    ///
    /// @param first gets the fields that stand before the list, for checks that rows depend on
    /// @param row gets each mapping of the list, in order
    /// @return the whole object, in which the list is empty
    /// @throws DataException if the text is no JSON object, or an element of the list no mapping
    /// @throws UncheckedIOException if the text cannot be read
    public Fields read(Reader text, Consumer<Fields> first, Consumer<Fields> row) {
        try (var parser = DataText.JSON.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Fields.document(source, value(parser));
            }
            var fields = DataText.JSON.createObjectNode();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                var name = parser.currentName();
                if (parser.nextToken() == JsonToken.START_ARRAY && name.equals(list)) {
                    first.accept(Fields.document(source, fields));
                    rows(parser, row);
                    fields.putArray(name);
                } else {
                    fields.set(name, value(parser));
                }
            }
            requireEnd(parser);
            return Fields.document(source, fields);
        } catch (JsonProcessingException e) {
            throw DataText.refusal(source, e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void rows(JsonParser parser, Consumer<Fields> row) throws IOException {
        for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
            row.accept(Fields.element(source, "%s[%d]".formatted(list, i), value(parser)));
        }
    }

    /// The value that begins with the current token.
    private static JsonNode value(JsonParser parser) throws IOException {
        return parser.hasCurrentToken()
                ? DataText.VALUE.readTree(parser)
                : MissingNode.getInstance();
    }

    private void requireEnd(JsonParser parser) throws IOException {
        if (parser.nextToken() != null) {
            var at = parser.currentTokenLocation();
            throw new DataException(
                    new Problem(
                            source,
                            "line %d, column %d".formatted(at.getLineNr(), at.getColumnNr()),
                            "has text after the object when it should end"));
        }
    }
}
