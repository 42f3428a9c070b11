package org.offloadtck.reports.history;

/// A history for the terminal: a line for each run, then one for each figure that is not the same
/// in all of them.
final class HistoryText {

    private HistoryText() {}

    static String of(RunHistory history) {
        var text = new StringBuilder();
        text.append("%-16s  %-14s".formatted("run", "kit"));
        history.classes().forEach(each -> text.append("  %10s".formatted(RunHistory.word(each))));
        text.append('\n');
        for (var run : history.runs()) {
            text.append("%-16s  %-14s".formatted(run.label(), run.kit()));
            history.classes()
                    .forEach(each -> text.append("  %,10d".formatted(history.count(run, each))));
            text.append('\n');
        }
        appendFigures(text, history);
        return text.toString();
    }

    private static void appendFigures(StringBuilder text, RunHistory history) {
        int steady = 0;
        for (var figure : history.figures()) {
            var values = history.values(figure);
            if (values.stream().distinct().count() == 1) {
                steady++;
                continue;
            }
            text.append("\n%s\n ".formatted(figure));
            values.forEach(
                    value -> text.append(' ').append(value.map(HistoryText::grouped).orElse("-")));
            text.append('\n');
        }
        if (steady > 0) {
            text.append("\nfigures that are the same in all runs: %d\n".formatted(steady));
        }
    }

    private static String grouped(Long value) {
        return "%,d".formatted(value);
    }
}
