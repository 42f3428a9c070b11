package org.offloadtck.calibration.published;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;
import org.offloadtck.calibration.benchmark.UnusableMeasurementsException;
import org.offloadtck.calibration.published.PublishedFigure.Launch;
import org.offloadtck.calibration.published.PublishedFigure.Unit;
import org.offloadtck.calibration.published.PublishedFigure.Use;

/// `published.csv`: a header, then a row for each figure. The source is the last column and may
/// have commas.
final class PublishedFigures {

    private static final String RESOURCE = "published.csv";
    private static final String HEADER =
            "kind,device,product,experiment,ctas,threads,shared,parameter,value,unit,use,source";
    private static final int COLUMNS = 12;

    private PublishedFigures() {}

    /// The figures that the kit ships.
    static List<PublishedFigure> shipped() {
        var resource = PublishedFigures.class.getResourceAsStream(RESOURCE);
        try (var stream = Objects.requireNonNull(resource)) {
            return parse(RESOURCE, new String(stream.readAllBytes(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// @throws UnusableMeasurementsException if the text has another form
    static List<PublishedFigure> parse(String source, String text) {
        var lines = text.lines().toList();
        if (lines.isEmpty() || !lines.getFirst().equals(HEADER)) {
            throw new UnusableMeasurementsException(
                    "%s:1: the header is not '%s'".formatted(source, HEADER));
        }
        var figures = new ArrayList<PublishedFigure>();
        for (int i = 1; i < lines.size(); i++) {
            figures.add(figure("%s:%d".formatted(source, i + 1), lines.get(i)));
        }
        return List.copyOf(figures);
    }

    private static PublishedFigure figure(String where, String line) {
        var cells = line.split(",", COLUMNS);
        if (cells.length != COLUMNS || cells[COLUMNS - 1].isBlank()) {
            throw new UnusableMeasurementsException(
                    "%s: '%s' has no %d columns, the source last".formatted(where, line, COLUMNS));
        }
        return new PublishedFigure(
                one(where, "kind", cells[0], FigureKind.values(), k -> k.word().equals(cells[0])),
                cells[1],
                cells[2],
                PublishedExperiments.known(where, cells[3]),
                new Launch(
                        whole(where, "ctas", cells[4], 1),
                        whole(where, "threads", cells[5], 1),
                        whole(where, "shared", cells[6], 0),
                        whole(where, "parameter", cells[7], 0)),
                positive(where, cells[8]),
                one(where, "unit", cells[9], Unit.values(), u -> u.word().equals(cells[9])),
                one(where, "use", cells[10], Use.values(), u -> u.word().equals(cells[10])),
                cells[11]);
    }

    private static <T> T one(
            String where, String column, String cell, T[] values, Predicate<T> isMeant) {
        return Arrays.stream(values)
                .filter(isMeant)
                .findFirst()
                .orElseThrow(() ->
                        new UnusableMeasurementsException(
                                "%s: %s '%s' is none of %s"
                                        .formatted(
                                                where,
                                                column,
                                                cell,
                                                Arrays.toString(values).toLowerCase(Locale.ROOT))));
    }

    private static int whole(String where, String column, String cell, int least) {
        try {
            int value = Integer.parseInt(cell);
            if (value >= least) {
                return value;
            }
        } catch (NumberFormatException _) {
            // reported below
        }
        throw new UnusableMeasurementsException(
                "%s: %s is '%s' when it should be a whole number from %d"
                        .formatted(where, column, cell, least));
    }

    private static double positive(String where, String cell) {
        try {
            double value = Double.parseDouble(cell);
            if (value > 0 && Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException _) {
            // reported below
        }
        throw new UnusableMeasurementsException(
                "%s: value is '%s' when it should be a positive number".formatted(where, cell));
    }
}
