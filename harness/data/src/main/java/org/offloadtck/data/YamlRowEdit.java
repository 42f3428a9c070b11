package org.offloadtck.data;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Replaces values in a YAML list of mappings and leaves every other character as it is: comments,
/// order, quotes, ends of lines.
public final class YamlRowEdit {

    private YamlRowEdit() {}

    /// Replaces the values of fields by row.
    ///
    /// @param rows the text and its source
    /// @param values for each row, counted from 0, the new values by the name of the field: a
    ///   number, or a text that is written in double quotes
    /// @throws DataException if a row or a field is not there, or a value is a block (`|`, `>`)
    public static String replace(DataText rows, Map<Integer, Map<String, Object>> values) {
        rows.yamlRows();
        var text = new StringBuilder(rows.text());
        var places = places(rows);
        for (var place : places.reversed()) {
            var value = values.getOrDefault(place.row(), Map.of()).get(place.field());
            if (value != null) {
                text.replace(place.start(), place.end(), written(rows, place, value));
            }
        }
        values.forEach((row, fields) ->
                fields.keySet().stream()
                        .filter(field -> !has(places, row, field))
                        .forEach(field -> {
                            throw wrong(rows, row, "%s is missing".formatted(field));
                        }));
        return text.toString();
    }

    private static boolean has(List<Place> places, int row, String field) {
        return places.stream().anyMatch(place -> place.row() == row && place.field().equals(field));
    }

    private static String written(DataText rows, Place place, Object value) {
        if ("|>".indexOf(rows.text().charAt(place.start())) >= 0) {
            throw wrong(
                    rows,
                    place.row(),
                    "%s is a block when it should be plain or in quotes".formatted(place.field()));
        }
        return switch (value) {
            case Number number -> number.toString();
            default ->
                    "\"%s\""
                            .formatted(
                                    new String(
                                            JsonStringEncoder.getInstance()
                                                    .quoteAsString(value.toString())));
        };
    }

    /// Where the scalars of the rows stand, in the order of the text.
    private static List<Place> places(DataText rows) {
        var places = new ArrayList<Place>();
        try (var parser = new YAMLFactory().createParser(rows.text())) {
            int row = -1;
            int depth = 0;
            for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                row += token == JsonToken.START_OBJECT && depth == 2 ? 1 : 0;
                if (token.isScalarValue() && depth == 2) {
                    places.add(place(rows.text(), row, parser));
                }
            }
        } catch (IOException cause) {
            throw new UncheckedIOException("YAML that was read before", cause);
        }
        return places;
    }

    /// The parser counts in code points.
    private static Place place(String text, int row, JsonParser parser) throws IOException {
        int start = Math.toIntExact(parser.currentTokenLocation().getCharOffset());
        int end = Math.toIntExact(parser.currentLocation().getCharOffset());
        int first = text.offsetByCodePoints(0, start);
        return new Place(
                row, parser.currentName(), first, text.offsetByCodePoints(first, end - start));
    }

    private static DataException wrong(DataText rows, int row, String problem) {
        return new DataException(new Problem(rows.source(), "row %d".formatted(row + 1), problem));
    }

    /// A scalar of a row.
    ///
    /// @param end after its last character
    private record Place(int row, String field, int start, int end) {}
}
