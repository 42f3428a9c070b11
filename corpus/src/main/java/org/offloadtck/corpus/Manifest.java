package org.offloadtck.corpus;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Reads `MANIFEST.csv`: comma-separated values as RFC 4180 has them, one file a line, no line
/// breaks inside a value.
final class Manifest {

    static final List<String> COLUMNS =
            List.of("path", "sha256", "tool", "version", "command", "licence", "description");

    private Manifest() {}

    static List<CorpusFile> parse(String text) {
        List<String> lines = text.lines().toList();
        if (lines.isEmpty() || !values(lines.getFirst()).equals(COLUMNS)) {
            throw new IllegalStateException("MANIFEST.csv:1: the columns should be " + COLUMNS);
        }
        var files = new ArrayList<CorpusFile>();
        for (int row = 1; row < lines.size(); row++) {
            files.add(file(values(lines.get(row)), row + 1));
        }
        files.sort(Comparator.comparing(CorpusFile::path));
        return List.copyOf(files);
    }

    private static CorpusFile file(List<String> values, int line) {
        if (values.size() != COLUMNS.size()) {
            throw new IllegalStateException(
                    "MANIFEST.csv:%d: %d values when there should be %d"
                            .formatted(line, values.size(), COLUMNS.size()));
        }
        return new CorpusFile(
                values.get(0),
                values.get(1),
                values.get(2),
                values.get(3),
                values.get(4),
                values.get(5),
                values.get(6));
    }

    private static List<String> values(String line) {
        var values = new ArrayList<String>();
        var value = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                value.append(c);
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                values.add(value.toString());
                value.setLength(0);
            } else {
                value.append(c);
            }
        }
        values.add(value.toString());
        return values;
    }
}
