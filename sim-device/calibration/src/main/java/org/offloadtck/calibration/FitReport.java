package org.offloadtck.calibration;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.offloadtck.plugin.ModelFigure;

/// The report of a fit: each figure with its value in the tables, its fitted value and its range.
final class FitReport {

    private FitReport() {}

    /// @param fitted values by name; figures without one have no effect on any point
    static String of(List<ModelFigure> figures, Map<String, Long> fitted) {
        var text = new StringBuilder("figures with a published range\n");
        text.append(row("figure", "table", "fitted", "range"));
        for (var figure : figures) {
            text.append(
                    row(
                            figure.name(),
                            Long.toString(figure.value()),
                            fitted.containsKey(figure.name())
                                    ? Long.toString(value(figure, fitted))
                                    : "no effect",
                            "%d to %d: %s"
                                    .formatted(figure.least(), figure.most(), figure.source())));
        }
        return text.append(options(figures, fitted)).toString();
    }

    private static long value(ModelFigure figure, Map<String, Long> fitted) {
        return fitted.getOrDefault(figure.name(), figure.value());
    }

    /// The command line that times a program with the fitted figures.
    private static String options(List<ModelFigure> figures, Map<String, Long> fitted) {
        var moved =
                figures.stream()
                        .filter(figure -> value(figure, fitted) != figure.value())
                        .map(figure ->
                                " --figure %s=%d".formatted(figure.name(), value(figure, fitted)))
                        .collect(Collectors.joining());
        return moved.isEmpty()
                ? "the figures of the tables fit best\n"
                : "offload-tck exec --timing%s\n".formatted(moved);
    }

    private static String row(String figure, String table, String fitted, String range) {
        return String.format(Locale.ROOT, "  %-18s %9s %15s  %s", figure, table, fitted, range)
                .concat("\n");
    }
}
