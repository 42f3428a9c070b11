package org.offloadtck.reports.comparison;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.TreeMap;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.data.DataException;
import org.offloadtck.data.Problem;

/// A snapshot as a file of lines, which is kept under version control: sorted, a line for each
/// fact, result and figure, so that a change of one is a change of one line. Fields are separated
/// by tabs:
///
/// | first field | further fields |
/// |---|---|
/// | `offload-tck-baseline` | `1`, the version; the first line |
/// | `fact` | aspect, name, value |
/// | `result` | key, verdict, scenario, implementation, device, requirements with commas, title |
/// | `figure` | key of the result, id of the budget, value |
/// | `end` | the number of lines before it; the last line: a file that was cut judges nothing |
///
/// The host is left out: a baseline is compared on other machines.
final class Baseline {

    static final String FIRST = "offload-tck-baseline";

    private static final String VERSION = "1";

    private Baseline() {}

    static String write(Snapshot snapshot) {
        var lines = new StringBuilder();
        line(lines, FIRST, VERSION);
        snapshot.facts()
                .forEach((fact, value) -> {
                    if (fact.aspect() != Aspect.HOST) {
                        line(lines, "fact", fact.aspect().word(), fact.name(), value);
                    }
                });
        for (var result : snapshot.results().values()) {
            line(
                    lines,
                    "result",
                    result.key(),
                    result.verdict(),
                    result.scenario(),
                    result.implementation(),
                    result.device(),
                    String.join(",", result.requirements()),
                    result.title());
            result.figures()
                    .forEach((budget, value) ->
                            line(lines, "figure", result.key(), budget, value.toString()));
        }
        line(lines, "end", Long.toString(lines.chars().filter(each -> each == '\n').count()));
        return lines.toString();
    }

    private static void line(StringBuilder lines, String... fields) {
        for (int i = 0; i < fields.length; i++) {
            lines.append(i == 0 ? "" : "\t").append(fields[i].replaceAll("[\\t\\r\\n]+", " "));
        }
        lines.append('\n');
    }

    /// Whether a text is a baseline, by its beginning, at which the reader stands afterwards.
    ///
    /// @throws UncheckedIOException if the text cannot be read
    static boolean isOne(BufferedReader text) {
        var beginning = FIRST + "\t";
        try {
            text.mark(beginning.length());
            boolean isOne = true;
            for (int i = 0; i < beginning.length() && isOne; i++) {
                isOne = text.read() == beginning.charAt(i);
            }
            text.reset();
            return isOne;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Reads what [#write] wrote.
    ///
    /// @throws DataException at the first line that is none of a baseline
    static Snapshot read(String source, String text) {
        return new LineReader(source).read(text);
    }

    /// Reads the lines of one file.
    private static final class LineReader {

        private final String source;
        private final TreeMap<Fact, String> facts = new TreeMap<>();
        private final TreeMap<String, JudgedResult> results = new TreeMap<>();
        private int number;
        private boolean hasEnded;

        private LineReader(String source) {
            this.source = source;
        }

        private Snapshot read(String text) {
            for (var line : text.lines().toList()) {
                number++;
                if (hasEnded) {
                    throw wrong("comes after the end");
                }
                read(List.of(line.split("\t", -1)));
            }
            if (!hasEnded || !text.endsWith("\n")) {
                throw wrong("is the last line when it should be that with the number of lines");
            }
            return new Snapshot(source, facts, results);
        }

        private void read(List<String> fields) {
            if (number == 1) {
                require(fields, 2);
                if (!fields.equals(List.of(FIRST, VERSION))) {
                    throw wrong(
                            "version is '%s' when this kit reads %s"
                                    .formatted(fields.get(1), VERSION));
                }
                return;
            }
            switch (fields.getFirst()) {
                case "fact" -> fact(fields);
                case "result" -> result(fields);
                case "figure" -> figure(fields);
                case "end" -> end(fields);
                default ->
                        throw wrong(
                                "begins with '%s' when it should be fact, result, figure or end"
                                        .formatted(fields.getFirst()));
            }
        }

        private void fact(List<String> fields) {
            require(fields, 4);
            var aspect =
                    Aspect.ALL.stream()
                            .filter(each -> each.word().equals(fields.get(1)))
                            .findFirst()
                            .orElseThrow(() -> wrong("'%s' is no aspect".formatted(fields.get(1))));
            once(facts.put(new Fact(aspect, fields.get(2)), fields.get(3)) == null);
        }

        private void result(List<String> fields) {
            require(fields, 8);
            var result =
                    new JudgedResult(
                            fields.get(1),
                            fields.get(2),
                            "",
                            fields.get(3),
                            fields.get(4),
                            fields.get(5),
                            fields.get(6).isEmpty() ? List.of() : List.of(fields.get(6).split(",")),
                            fields.get(7),
                            new TreeMap<>());
            if (VerdictKind.of(result.kindWord()).isEmpty()) {
                throw wrong("'%s' is no verdict".formatted(result.verdict()));
            }
            once(results.put(result.key(), result) == null);
        }

        private void figure(List<String> fields) {
            require(fields, 4);
            var result = results.get(fields.get(1));
            if (result == null) {
                throw wrong("no result above has the key '%s'".formatted(fields.get(1)));
            }
            try {
                var value = Long.valueOf(fields.get(3));
                once(!result.figures().containsKey(fields.get(2)));
                results.put(result.key(), result.with(fields.get(2), value));
            } catch (NumberFormatException _) {
                throw wrong("'%s' is no whole number".formatted(fields.get(3)));
            }
        }

        private void end(List<String> fields) {
            require(fields, 2);
            if (!fields.get(1).equals(Integer.toString(number - 1))) {
                throw wrong("'%s' lines when it should be %d".formatted(fields.get(1), number - 1));
            }
            hasEnded = true;
        }

        private void require(List<String> fields, int count) {
            if (fields.size() != count) {
                throw wrong("has %d fields when it should be %d".formatted(fields.size(), count));
            }
        }

        private void once(boolean isFirst) {
            if (!isFirst) {
                throw wrong("repeats an earlier line");
            }
        }

        private DataException wrong(String text) {
            return new DataException(List.of(new Problem(source, "line " + number, text)));
        }
    }
}
