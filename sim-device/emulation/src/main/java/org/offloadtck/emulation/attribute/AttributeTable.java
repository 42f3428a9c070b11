package org.offloadtck.emulation.attribute;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import org.offloadtck.engine.device.DeviceSpec;

/// `device-attributes.csv`: attributes of the models that no quantity of a [DeviceSpec] gives. A
/// row for each attribute by its number in `CUdevice_attribute`, a column for each model, last the
/// source. *H200* stands for what the driver 580.159 of an NVIDIA H200 answered on 2026-11-26. An
/// empty cell is unknown.
final class AttributeTable {

    private static final String RESOURCE = "device-attributes.csv";

    /// Columns of number and name, before those of the models.
    private static final int FIRST_MODEL = 2;

    private static final Map<String, Map<Integer, Integer>> MODELS = read();

    private AttributeTable() {}

    private static Map<String, Map<Integer, Integer>> read() {
        var rows = text().lines().map(line -> line.split(",", -1)).toList();
        var models = new HashMap<String, Map<Integer, Integer>>();
        var header = rows.getFirst();
        for (int column = FIRST_MODEL; column < header.length - 1; column++) {
            models.put(header[column], column(rows, column));
        }
        return models;
    }

    private static Map<Integer, Integer> column(List<String[]> rows, int column) {
        var values = new HashMap<Integer, Integer>();
        for (var row : rows.subList(1, rows.size())) {
            if (!row[column].isEmpty()) {
                values.put(Integer.parseInt(row[0]), Integer.parseInt(row[column]));
            }
        }
        return values;
    }

    private static String text() {
        try (var stream =
                Objects.requireNonNull(AttributeTable.class.getResourceAsStream(RESOURCE))) {
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The value of an attribute of a model; empty if the table has none.
    static OptionalInt value(int number, DeviceSpec spec) {
        var value = MODELS.getOrDefault(spec.name(), Map.of()).get(number);
        return value == null ? OptionalInt.empty() : OptionalInt.of(value);
    }
}
