package org.offloadtck.simt.device;

import java.util.EnumMap;
import java.util.List;

/// `timing.csv`: a row for each number, its basis and its source last. A number is *of* all
/// devices, of an architecture (`sm_75`) or of one device; the narrower row counts.
final class TimingTable {

    private static final String RESOURCE = "timing.csv";

    /// Wherever no narrower row is.
    private static final String ALL = "all";

    private static final List<Row> ROWS =
            DeviceTable.text(RESOURCE).lines().skip(1).map(Row::parse).toList();

    private TimingTable() {}

    private record Row(String quantity, String of, Figure figure) {

        /// Columns, the source being the last and free to have commas.
        private static final int COLUMNS = 5;

        static Row parse(String line) {
            var cells = line.split(",", COLUMNS);
            var figure = new Figure(Long.parseLong(cells[2]), Basis.of(cells[3]), cells[4]);
            return new Row(cells[0], cells[1], figure);
        }
    }

    /// How fast the device of that name and compute capability is.
    ///
    /// @throws IllegalStateException if the table lacks a quantity
    static TimingData of(String device, int sm) {
        var figures = new EnumMap<Quantity, Figure>(Quantity.class);
        for (var quantity : Quantity.values()) {
            figures.put(quantity, figure(quantity, List.of(device, "sm_" + sm, ALL)));
        }
        return new TimingData(figures);
    }

    private static Figure figure(Quantity quantity, List<String> scopes) {
        return scopes.stream()
                .flatMap(scope ->
                        ROWS.stream()
                                .filter(row ->
                                        row.quantity().equals(quantity.word())
                                                && row.of().equals(scope)))
                .map(Row::figure)
                .findFirst()
                .orElseThrow(() ->
                        new IllegalStateException(
                                "%s has no %s of %s"
                                        .formatted(RESOURCE, quantity.word(), scopes.getFirst())));
    }
}
