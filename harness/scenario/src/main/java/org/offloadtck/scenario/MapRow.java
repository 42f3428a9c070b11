package org.offloadtck.scenario;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.offloadtck.object.offload.MapType;
import org.offloadtck.runtime.mapping.MapArgument;
import org.offloadtck.runtime.program.TrialProgram;

/// A row of a table of map clauses: `| variable | bytes | types |`.
///
/// @param variable of the host program
/// @param from first byte of the section
/// @param to byte after the section
/// @param types bits of [MapType], in lower case with `-`
record MapRow(String variable, long from, long to, List<String> types) {

    /// Reads one row; `bytes` is `2-6`, or left out for the whole variable.
    static MapRow of(TrialProgram program, Map<String, String> cells) {
        String variable = cell(cells, "variable").orElseThrow();
        String[] bytes =
                cell(cells, "bytes").orElseGet(() -> "0-" + program.size(variable)).split("-", 2);
        List<String> types =
                Stream.of(cell(cells, "types").orElse("").split(",", -1))
                        .map(String::strip)
                        .filter(type -> !type.isEmpty())
                        .toList();
        return new MapRow(variable, Long.parseLong(bytes[0]), Long.parseLong(bytes[1]), types);
    }

    /// Cucumber has no text for an empty cell.
    private static Optional<String> cell(Map<String, String> cells, String column) {
        return Optional.ofNullable(cells.get(column));
    }

    MapArgument argument(TrialProgram program) {
        long base = program.address(variable);
        return new MapArgument(base, base + from, to - from, type());
    }

    private long type() {
        return MapType.mask(
                types.stream()
                        .map(type -> type.toUpperCase(Locale.ROOT).replace('-', '_'))
                        .map(MapType::valueOf)
                        .toArray(MapType[]::new));
    }
}
