package org.offloadtck.data;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/// The lines of a YAML mapping at which its fields are, by their paths: `scenarios[0].tags`.
public final class YamlLines {

    private static final Pattern SEPARATOR = Pattern.compile("[ ,]+");

    private final Map<String, Integer> lines = new HashMap<>();

    private YamlLines() {}

    /// What `read` makes of a YAML mapping. A problem is placed at the line of its field.
    ///
    /// @throws DataException if the text is no YAML, or `read` refuses it
    public static <T> T read(DataText yaml, Function<Fields, T> read) {
        var fields = yaml.yaml();
        try {
            return fields.all(read);
        } catch (DataException fault) {
            var lines = of(yaml);
            throw new DataException(fault.problems().stream().map(lines::placed).toList())
                    .causedBy(fault);
        }
    }

    private Problem placed(Problem problem) {
        return new Problem(
                problem.source(),
                "line %d".formatted(line(problem.position(), problem.text())),
                problem.text());
    }

    /// The line of the first field of `path` that a problem names, or else of `path`.
    private int line(String path, String text) {
        var prefix = path.equals("document") ? "" : path + ".";
        return Arrays.stream(SEPARATOR.split(text))
                .map(word -> prefix + word)
                .filter(lines::containsKey)
                .findFirst()
                .map(lines::get)
                .orElseGet(() -> lines.getOrDefault(path, 1));
    }

    private static YamlLines of(DataText yaml) {
        var lines = new YamlLines();
        try (var parser = new YAMLFactory().createParser(yaml.text())) {
            for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
                lines.add(token, parser);
            }
        } catch (IOException cause) {
            throw new UncheckedIOException("YAML that was read before", cause);
        }
        return lines;
    }

    private void add(JsonToken token, JsonParser parser) {
        if (token == JsonToken.FIELD_NAME || token == JsonToken.START_OBJECT) {
            lines.putIfAbsent(
                    path(parser.getParsingContext().pathAsPointer()),
                    parser.currentTokenLocation().getLineNr());
        }
    }

    /// The position of [Problem] of a place.
    private static String path(JsonPointer place) {
        var path = new StringBuilder();
        for (var rest = place; !rest.matches(); rest = rest.tail()) {
            if (rest.mayMatchElement()) {
                path.append('[').append(rest.getMatchingIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(rest.getMatchingProperty());
            }
        }
        return path.toString();
    }
}
