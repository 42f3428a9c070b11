package org.offloadtck.conformance.plan;

import java.util.List;
import java.util.function.Function;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;
import org.offloadtck.data.JsonObject;
import org.offloadtck.data.YamlLines;

/// What is to be judged: the scenarios of all rows, each once, and the tests of all suites.
public record Matrix(List<Row> rows, List<TestSuite> suites) {

    private static final String ROWS = "scenarios";

    private static final String SUITES = "suites";

    /// @throws IllegalArgumentException if there is no row and no suite, or two suites have one
    ///   name
    public Matrix {
        rows = List.copyOf(rows);
        suites = List.copyOf(suites);
        if (rows.isEmpty() && suites.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s and %s are empty when one of them should be a list of rows"
                            .formatted(ROWS, SUITES));
        }
        var names = suites.stream().map(TestSuite::name).toList();
        if (names.stream().distinct().count() < names.size()) {
            throw new IllegalArgumentException(
                    "%s have the names %s when each should have another".formatted(SUITES, names));
        }
    }

    /// The scenarios that `run` lists with these options. An empty list or text stands for an
    /// option that is not given.
    public record Row(
            List<String> implementations,
            List<String> devices,
            List<String> profiles,
            String tags) {

        public Row {
            implementations = List.copyOf(implementations);
            devices = List.copyOf(devices);
            profiles = List.copyOf(profiles);
            if (!implementations.isEmpty() && !profiles.isEmpty()) {
                throw new IllegalArgumentException(
                        "profiles is given with implementations when it should be without: a toolchain has the profile of its descriptor");
            }
        }

        static Row read(Fields fields) {
            return new Row(
                    fields.textsOrNone("implementations"),
                    fields.textsOrNone("devices"),
                    fields.textsOrNone("profiles"),
                    fields.textOr("tags", ""));
        }

        JsonObject toJson() {
            return new JsonObject()
                    .putTexts("implementations", implementations)
                    .putTexts("devices", devices)
                    .putTexts("profiles", profiles)
                    .put("tags", tags);
        }
    }

    /// Reads a matrix from YAML.
    ///
    /// @param names what rows and suites name
    /// @throws org.offloadtck.data.DataException if the text is no matrix; each problem is placed
    ///   at its line
    public static Matrix parse(DataText yaml, Names names) {
        return YamlLines.read(
                yaml,
                fields ->
                        new Matrix(
                                rows(fields, ROWS, row -> verified(row, names)),
                                rows(fields, SUITES, names::suite)));
    }

    private static <T> List<T> rows(Fields fields, String name, Function<Fields, T> read) {
        return fields.has(name) ? fields.rows(name, read) : List.of();
    }

    private static Row verified(Fields fields, Names names) {
        var row = Row.read(fields);
        names.verify(row);
        return row;
    }

    /// What the words of a matrix name.
    public interface Names {

        /// Verifies the words of a row.
        ///
        /// @throws IllegalArgumentException if the row names something that there is not; the
        ///   message has the name of its field
        void verify(Row row);

        /// The suite that the fields describe.
        ///
        /// @throws IllegalArgumentException if they describe none
        TestSuite suite(Fields fields);
    }
}
