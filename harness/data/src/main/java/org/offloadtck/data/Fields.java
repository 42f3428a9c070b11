package org.offloadtck.data;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One mapping of a YAML or JSON text, read field by field.
///
/// A required field that is missing, of another type or outside its choices is a [DataException]
/// that names it; so is a field that the reader did not ask for, see [#all].
public final class Fields {

    private final String source;
    private final String position;
    private final String prefix;
    private final JsonNode node;
    private final Set<String> asked = new LinkedHashSet<>();

    private Fields(String source, String position, String prefix, JsonNode node) {
        this.source = source;
        this.position = position;
        this.prefix = prefix;
        this.node = node;
        if (!node.isObject()) {
            throw wrong("is %s when it should be a mapping".formatted(kind(node)));
        }
    }

    /// A row of a YAML list: problems are placed by the row's id.
    static Fields row(String source, String position, JsonNode node) {
        return new Fields(source, position, "", node);
    }

    /// A whole JSON or YAML document: problems are placed by the path of the field.
    static Fields document(String source, JsonNode node) {
        return new Fields(source, "document", "", node);
    }

    /// An element of a list: problems are placed by its path.
    static Fields element(String source, String path, JsonNode node) {
        return new Fields(source, path, path + ".", node);
    }

    public String source() {
        return source;
    }

    /// The position of the field `name`, in the form of [Problem#position].
    public String path(String name) {
        return prefix + name;
    }

    /// The names of all fields, in their order: of a mapping whose names are data.
    public List<String> names() {
        return List.copyOf(node.properties().stream().map(property -> property.getKey()).toList());
    }

    public boolean has(String name) {
        return node.has(name);
    }

    public String text(String name) {
        var value = required(name);
        if (!value.isTextual()) {
            throw wrong(name, value, "a text");
        }
        return value.textValue();
    }

    /// A text of more than blanks.
    public String filledText(String name) {
        var text = text(name);
        if (text.isBlank()) {
            throw wrong("%s is empty when it should be a text".formatted(name));
        }
        return text;
    }

    public String textOr(String name, String otherwise) {
        asked.add(name);
        return has(name) ? text(name) : otherwise;
    }

    /// A text, or a number as it would be written.
    public String scalar(String name) {
        var value = required(name);
        if (!value.isTextual() && !value.isNumber()) {
            throw wrong(name, value, "a text or a number");
        }
        return value.asText();
    }

    public long number(String name) {
        var value = required(name);
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw wrong(name, value, "a whole number of at most 63 bits");
        }
        return value.longValue();
    }

    public int integer(String name) {
        var value = number(name);
        if (value != (int) value) {
            throw wrong(name, required(name), "a whole number of at most 31 bits");
        }
        return (int) value;
    }

    /// A day, as `2026-12-31`.
    public LocalDate date(String name) {
        var text = text(name);
        try {
            return LocalDate.parse(text);
        } catch (DateTimeParseException _) {
            throw wrong("%s is '%s' when it should be a day as 2026-12-31".formatted(name, text));
        }
    }

    public double decimal(String name) {
        var value = required(name);
        if (!value.isNumber() || !Double.isFinite(value.doubleValue())) {
            throw wrong(name, value, "a number");
        }
        return value.doubleValue();
    }

    /// The value whose word the field holds.
    public <T> T choice(String name, List<T> values, Function<T, String> word) {
        return chosen(name, text(name), values, word);
    }

    /// The values whose words the field lists, or every value if it is the word `all`.
    public <T> List<T> choicesOrAll(String name, List<T> values, Function<T, String> word) {
        var value = required(name);
        return value.isTextual() && value.textValue().equals("all")
                ? List.copyOf(values)
                : choices(name, values, word);
    }

    /// The values whose words the field lists.
    public <T> List<T> choices(String name, List<T> values, Function<T, String> word) {
        return texts(name).stream().map(text -> chosen(name, text, values, word)).toList();
    }

    public List<String> texts(String name) {
        var texts = new ArrayList<String>();
        for (var element : list(name)) {
            if (!element.isTextual()) {
                throw wrong(name, element, "a list of texts");
            }
            texts.add(element.textValue());
        }
        return List.copyOf(texts);
    }

    public List<Long> numbers(String name) {
        var numbers = new ArrayList<Long>();
        for (var element : list(name)) {
            if (!element.isIntegralNumber() || !element.canConvertToLong()) {
                throw wrong(name, element, "a list of whole numbers of at most 63 bits");
            }
            numbers.add(element.longValue());
        }
        return List.copyOf(numbers);
    }

    /// Whole numbers of at most 31 bits.
    public List<Integer> integers(String name) {
        var numbers = new ArrayList<Integer>();
        for (var element : list(name)) {
            if (!element.isIntegralNumber() || !element.canConvertToInt()) {
                throw wrong(name, element, "a list of whole numbers of at most 31 bits");
            }
            numbers.add(element.intValue());
        }
        return List.copyOf(numbers);
    }

    /// The texts of a list that may be left out.
    public List<String> textsOrNone(String name) {
        asked.add(name);
        return has(name) ? texts(name) : List.of();
    }

    /// The names and texts of the mapping in the field, in their order.
    public List<Entry> entries(String name) {
        var mapping = mapping(name);
        return mapping.node.properties().stream()
                .map(property -> new Entry(property.getKey(), mapping.text(property.getKey())))
                .toList();
    }

    /// The result of `read` for the mapping in the field.
    public <T> T fields(String name, Function<Fields, T> read) {
        return mapping(name).all(read);
    }

    /// What `read` makes of each mapping of the list in the field.
    public <T> List<T> rows(String name, Function<Fields, T> read) {
        return rows(name).stream().map(row -> row.all(read)).toList();
    }

    /// The mappings of the list in the field, for a reader that goes on after a mistake.
    public List<Fields> rows(String name) {
        var rows = new ArrayList<Fields>();
        for (var element : list(name)) {
            var path = "%s%s[%d]".formatted(prefix, name, rows.size());
            rows.add(element(source, path, element));
        }
        return List.copyOf(rows);
    }

    /// What `read` makes of these fields.
    ///
    /// @throws DataException also for a field that `read` did not ask for, and for a value the
    ///   model refuses
    public <T> T all(Function<Fields, T> read) {
        T value;
        try {
            value = read.apply(this);
        } catch (IllegalArgumentException e) {
            throw wrong(Objects.requireNonNullElse(e.getMessage(), "a value is invalid"))
                    .causedBy(e);
        }
        var unknown =
                node.propertyStream()
                        .map(property -> property.getKey())
                        .filter(name -> !asked.contains(name))
                        .toList();
        if (!unknown.isEmpty()) {
            throw wrong(
                    "has the unknown field %s when the known ones are %s"
                            .formatted(String.join(", ", unknown), String.join(", ", asked)));
        }
        return value;
    }

    public DataException wrong(String text) {
        return new DataException(problem(text));
    }

    public Problem problem(String text) {
        return new Problem(source, position, text);
    }

    /// One name and text of a mapping.
    public record Entry(String name, String text) {}

    private <T> T chosen(String name, String text, List<T> values, Function<T, String> word) {
        return values.stream()
                .filter(value -> word.apply(value).equals(text))
                .findFirst()
                .orElseThrow(() ->
                        new DataException(
                                problem(
                                        "%s is '%s' when it should be one of %s"
                                                .formatted(name, text, words(values, word)))));
    }

    private static <T> String words(List<T> values, Function<T, String> word) {
        return values.stream().map(word).collect(Collectors.joining(", "));
    }

    private Fields mapping(String name) {
        var path = prefix + name;
        return new Fields(source, path, path + ".", required(name));
    }

    private JsonNode required(String name) {
        asked.add(name);
        var value = node.get(name);
        if (value == null || value.isNull()) {
            throw wrong("%s is missing".formatted(name));
        }
        return value;
    }

    private Iterable<JsonNode> list(String name) {
        var value = required(name);
        if (!value.isArray()) {
            throw wrong(name, value, "a list");
        }
        return value;
    }

    private DataException wrong(String name, JsonNode value, String expected) {
        return new DataException(
                problem("%s is %s when it should be %s".formatted(name, kind(value), expected)));
    }

    private static String kind(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> "a mapping";
            case ARRAY -> "a list";
            case STRING -> "the text '%s'".formatted(brief(value.textValue()));
            case NUMBER -> "the number %s".formatted(brief(value.asText()));
            case BOOLEAN -> value.asText();
            case NULL, MISSING -> "empty";
            case BINARY, POJO -> "binary";
        };
    }

    private static String brief(String text) {
        return text.length() <= 40
                ? text
                : Stream.of(text.substring(0, 40), "…").collect(Collectors.joining());
    }
}
