package org.offloadtck.engine.forms;

import java.math.BigInteger;
import java.util.List;
import java.util.regex.Pattern;

/// The forms whose results may differ from a GPU's, and by how much: rows of a data file.
///
/// @param rows in the order of the file
record AllowedDifferences(List<Row> rows) {

    AllowedDifferences {
        rows = List.copyOf(rows);
    }

    /// A row of the file.
    ///
    /// @param form of instruction; `*` stands for any characters
    /// @param ulps largest difference in units of the last place, `-` for any
    /// @param distance largest difference of two numbers where they differ by more units
    /// @param reason why they may differ
    record Row(Pattern form, String ulps, double distance, String reason) {

        static Row parse(String line) {
            var columns = line.split("\t", -1);
            var pattern = Pattern.quote(columns[0]).replace("*", "\\E.*\\Q");
            return new Row(
                    Pattern.compile(pattern),
                    columns[1],
                    Double.parseDouble(columns[2]),
                    columns[3]);
        }

        boolean covers(String name) {
            return form.matcher(name).matches();
        }

        boolean allows(ResultComparison comparison) {
            return ulps.equals("-") || comparison.differences().stream().allMatch(this::allows);
        }

        private boolean allows(ResultComparison.Difference difference) {
            boolean isClose =
                    difference.ulps().compareTo(new BigInteger(ulps)) <= 0
                            || difference.distance() <= distance;
            return !difference.isNan() && isClose;
        }
    }

    /// Reads lines of four columns; those that begin with `#` are comments.
    static AllowedDifferences parse(String text) {
        return new AllowedDifferences(
                text.lines().filter(line -> !line.startsWith("#")).map(Row::parse).toList());
    }

    boolean allow(String name, ResultComparison comparison) {
        return rows.stream().anyMatch(row -> row.covers(name) && row.allows(comparison));
    }
}
