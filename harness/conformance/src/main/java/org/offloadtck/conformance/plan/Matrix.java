package org.offloadtck.conformance.plan;

import java.util.List;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;
import org.offloadtck.data.JsonObject;
import org.offloadtck.data.YamlLines;

/// What is to be judged: the scenarios of all rows, each once.
public record Matrix(List<Row> rows) {

    private static final String ROWS = "scenarios";

    public Matrix {
        rows = List.copyOf(rows);
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
    /// @param verifies each row, and throws [IllegalArgumentException] if it names something that
    ///   there is not
    /// @throws org.offloadtck.data.DataException if the text is no matrix; each problem is placed
    ///   at its line
    public static Matrix parse(DataText yaml, RowCheck verifies) {
        return YamlLines.read(
                yaml,
                fields -> {
                    var rows = fields.rows(ROWS, row -> verified(row, verifies));
                    if (rows.isEmpty()) {
                        throw fields.wrong(
                                "%s is empty when it should be a list of rows".formatted(ROWS));
                    }
                    return new Matrix(rows);
                });
    }

    private static Row verified(Fields fields, RowCheck verifies) {
        var row = Row.read(fields);
        verifies.verify(row);
        return row;
    }

    /// Verifies the words of a row.
    @FunctionalInterface
    public interface RowCheck {

        /// Verifies a row.
        ///
        /// @throws IllegalArgumentException if the row names something that there is not; the
        ///   message has the name of its field
        void verify(Row row);
    }
}
