package org.offloadtck.timing.figures;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// `timing.csv`: a row for each number, its basis and its source last; and `ranges.csv`: between
/// what it may lie, and who says so. A row is *of* all devices, of an architecture (`sm_75`) or of
/// one device; the narrower row counts. A figure that has no row of the device or its architecture
/// is that of the nearest of its [Predecessors], and assumed.
final class TimingTable {

    private static final String FIGURES = "timing.csv";
    private static final String RANGES = "ranges.csv";

    /// Wherever no narrower row is.
    private static final String ALL = "all";

    private static final List<Row> FIGURE_ROWS = rows(FIGURES);
    private static final List<Row> RANGE_ROWS = rows(RANGES);

    private TimingTable() {}

    /// The third and fourth cell are a value and its basis, or the least and the most.
    private record Row(String quantity, String of, String third, String fourth, String source) {

        /// Columns, the source being the last and free to have commas.
        private static final int COLUMNS = 5;

        static Row parse(String line) {
            var cells = line.split(",", COLUMNS);
            return new Row(cells[0], cells[1], cells[2], cells[3], cells[4]);
        }

        /// @param predecessors of the architecture that the figure is for
        Figure figure(List<String> predecessors) {
            long value = Long.parseLong(third);
            return predecessors.contains(of)
                    ? new Figure(value, Basis.ASSUMED, Predecessors.source(of, source))
                    : new Figure(value, Basis.of(fourth), source);
        }

        FigureRange range() {
            return new FigureRange(Long.parseLong(third), Long.parseLong(fourth), source);
        }
    }

    private static List<Row> rows(String resource) {
        return text(resource).lines().skip(1).map(Row::parse).toList();
    }

    /// The text of a table beside this class.
    static String text(String resource) {
        try (var stream = Objects.requireNonNull(TimingTable.class.getResourceAsStream(resource))) {
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// How fast the device of that name and compute capability is.
    ///
    /// @throws IllegalStateException if the table lacks a quantity
    static TimingData of(String device, int sm) {
        var scopes = List.of(device, "sm_" + sm, ALL);
        var predecessors = Predecessors.of(sm);
        var figures = new EnumMap<Quantity, Figure>(Quantity.class);
        var ranges = new EnumMap<Quantity, FigureRange>(Quantity.class);
        for (var quantity : Quantity.values()) {
            var row = row(quantity, with(scopes, predecessors));
            figures.put(quantity, row.figure(predecessors));
            var own = predecessors.stream().filter(row.of()::equals).toList();
            narrowest(RANGE_ROWS, quantity, with(scopes, own))
                    .ifPresent(range -> ranges.put(quantity, range.range()));
        }
        return new TimingData(figures, ranges);
    }

    /// Scopes with others before the last one, which is all devices.
    private static List<String> with(List<String> scopes, List<String> others) {
        var all = new ArrayList<>(scopes);
        all.addAll(all.size() - 1, others);
        return all;
    }

    private static Row row(Quantity quantity, List<String> scopes) {
        return narrowest(FIGURE_ROWS, quantity, scopes)
                .orElseThrow(() ->
                        new IllegalStateException(
                                "%s has no %s of %s"
                                        .formatted(FIGURES, quantity.word(), scopes.getFirst())));
    }

    private static Optional<Row> narrowest(List<Row> rows, Quantity quantity, List<String> scopes) {
        return scopes.stream()
                .flatMap(scope ->
                        rows.stream()
                                .filter(row ->
                                        row.quantity().equals(quantity.word())
                                                && row.of().equals(scope)))
                .findFirst();
    }
}
