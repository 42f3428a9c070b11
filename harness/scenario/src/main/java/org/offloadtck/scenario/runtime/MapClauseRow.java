package org.offloadtck.scenario.runtime;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.argument.VariableName;
import org.offloadtck.runtime.program.SyntheticHostProgram;

/// A row of a table of map clauses: `| variable | bytes | types | through | member of |`. Only the
/// first column is required.
///
/// @param section the mapped section; of an attach entry, the object of the pointer
/// @param types bits of [MapType], in lower case with `-`
/// @param pointer place of the pointer to the section, such as `s+8`; empty for none
/// @param parent number of the row that this row is a member of, from 1; 0 for none
record MapClauseRow(Section section, List<String> types, String pointer, int parent) {

    /// Bytes of a variable.
    private record Section(String variable, long from, long to) {}

    /// Parses one row. `bytes` is a range such as `2-6`; without it, the row maps the whole
    /// variable.
    static MapClauseRow of(SyntheticHostProgram program, Map<String, String> cells) {
        String variable = cell(cells, "variable").orElseThrow();
        String[] bytes =
                cell(cells, "bytes").orElseGet(() -> "0-" + program.size(variable)).split("-", 2);
        return new MapClauseRow(
                new Section(variable, Long.parseLong(bytes[0]), Long.parseLong(bytes[1])),
                types(cell(cells, "types").orElse("")),
                cell(cells, "through").orElse(""),
                cell(cells, "member of").map(Integer::parseInt).orElse(0));
    }

    /// The types in a text such as `to, from`.
    static List<String> types(String text) {
        return Stream.of(text.split(",", -1))
                .map(String::strip)
                .filter(type -> !type.isEmpty())
                .toList();
    }

    /// The bits of types such as `ptr-and-obj`.
    static long mask(List<String> types) {
        return MapType.mask(
                types.stream()
                        .map(type -> type.toUpperCase(Locale.ROOT).replace('-', '_'))
                        .map(MapType::valueOf)
                        .toArray(MapType[]::new));
    }

    /// The text of a cell. Cucumber omits empty cells.
    private static Optional<String> cell(Map<String, String> cells, String column) {
        return Optional.ofNullable(cells.get(column)).filter(text -> !text.isEmpty());
    }

    MapArgument argument(SyntheticHostProgram program) {
        long variable = program.address(section.variable());
        long type = mask(types);
        long size = MapType.ATTACH.in(type) ? Long.BYTES : section.to() - section.from();
        return new MapArgument(
                pointer.isEmpty() ? variable : place(program, pointer),
                variable + section.from(),
                size,
                parent == 0 ? type : MapType.asMemberOf(parent - 1, type),
                VariableName.of(section.variable()));
    }

    /// The address of a place such as `s+8`.
    static long place(SyntheticHostProgram program, String text) {
        String[] parts = text.split("\\+", 2);
        return program.address(parts[0]) + (parts.length == 1 ? 0 : Long.parseLong(parts[1]));
    }
}
