package org.offloadtck.calibration;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.offloadtck.plugin.ModelFigure;

/// What a fit has moved, from where, to where, and within what.
final class FitReport {

    private FitReport() {}

    /// @param fitted by name; a figure that is missing could not be told from the points
    static String of(List<ModelFigure> figures, Map<String, Long> fitted) {
        var text = new StringBuilder("figures that may be moved, within what has been published\n");
        text.append(row("figure", "table", "fitted", "range"));
        for (var figure : figures) {
            text.append(
                    row(
                            figure.name(),
                            Long.toString(figure.value()),
                            fitted.containsKey(figure.name())
                                    ? Long.toString(value(figure, fitted))
                                    : "no point tells",
                            "%d to %d: %s"
                                    .formatted(figure.least(), figure.most(), figure.source())));
        }
        return text.append(options(figures, fitted)).toString();
    }

    private static long value(ModelFigure figure, Map<String, Long> fitted) {
        return fitted.getOrDefault(figure.name(), figure.value());
    }

    /// How a program is timed so.
    private static String options(List<ModelFigure> figures, Map<String, Long> fitted) {
        var moved =
                figures.stream()
                        .filter(figure -> value(figure, fitted) != figure.value())
                        .map(figure ->
                                " --figure %s=%d".formatted(figure.name(), value(figure, fitted)))
                        .collect(Collectors.joining());
        return moved.isEmpty()
                ? "no figure gains anything by being moved\n"
                : "offload-tck exec --timing%s\n".formatted(moved);
    }

    private static String row(String figure, String table, String fitted, String range) {
        return String.format(Locale.ROOT, "  %-18s %9s %15s  %s", figure, table, fitted, range)
                .concat("\n");
    }
}
