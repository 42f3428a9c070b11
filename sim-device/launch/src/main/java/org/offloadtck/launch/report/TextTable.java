package org.offloadtck.launch.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A table of text. Columns are as wide as their widest cell and right-aligned, except for the last
/// one, which is left-aligned.
public final class TextTable {

    private final List<List<String>> rows = new ArrayList<>();

    /// Adds a row.
    ///
    /// @param cells as many as in every other row
    public void row(List<String> cells) {
        rows.add(List.copyOf(cells));
    }

    /// The rows as lines with two leading spaces and no trailing ones.
    public String text() {
        int last = rows.getFirst().size() - 1;
        var widths =
                IntStream.range(0, last)
                        .mapToObj(column ->
                                rows.stream().mapToInt(row -> row.get(column).length()).max())
                        .map(width -> width.orElse(0))
                        .toList();
        return rows.stream().map(row -> line(row, widths)).collect(Collectors.joining());
    }

    private static String line(List<String> row, List<Integer> widths) {
        var line = new StringBuilder();
        for (int column = 0; column < widths.size(); column++) {
            var cell = row.get(column);
            line.append("  ").repeat(' ', widths.get(column) - cell.length()).append(cell);
        }
        return line.append("  ").append(row.getLast()).toString().stripTrailing() + "\n";
    }
}
