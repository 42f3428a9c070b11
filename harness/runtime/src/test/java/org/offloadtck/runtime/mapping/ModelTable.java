package org.offloadtck.runtime.mapping;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.object.offload.MapType;

/// The data environment as a person would write it down: a list of ranges with counts and bytes.
/// Variables are numbered; each is eight bytes of host and of device storage.
///
/// It knows nothing of transfers' order, of allocation, or of lookups in a tree; [DataEnvironment]
/// must agree with it on every construct.
final class ModelTable {

    /// A mapped part of a variable.
    static final class Row {
        final int variable;
        final int from;
        final int to;
        long count;
        final byte[] device;

        Row(int variable, int from, int to) {
            this.variable = variable;
            this.from = from;
            this.to = to;
            this.count = 1;
            this.device = new byte[to - from];
        }
    }

    /// One map of a construct.
    record Map(int variable, int from, int to, java.util.Set<MapType> flags) {
        boolean has(MapType flag) {
            return flags.contains(flag);
        }
    }

    final List<Row> rows = new ArrayList<>();
    final byte[][] host;
    long bytesToDevice;
    long bytesFromDevice;

    ModelTable(int variables) {
        host = new byte[variables][8];
    }

    /// Maps `map`; says no, and changes nothing, if that is illegal.
    boolean begin(Map map) {
        Optional<Row> row = overlapping(map);
        boolean isLegal = row.map(found -> contains(found, map)).orElse(!map.has(MapType.PRESENT));
        if (!isLegal) {
            return false;
        }
        boolean isNew = row.isEmpty();
        Row target = row.orElseGet(() -> new Row(map.variable(), map.from(), map.to()));
        if (isNew) {
            rows.add(target);
        } else {
            target.count++;
        }
        if (map.has(MapType.TO) && (isNew || map.has(MapType.ALWAYS))) {
            System.arraycopy(
                    host[map.variable()],
                    map.from(),
                    target.device,
                    map.from() - target.from,
                    map.to() - map.from());
            bytesToDevice += map.to() - map.from();
        }
        return true;
    }

    /// Unmaps `map`; what is not mapped as a whole is ignored, or refused if it must be present.
    boolean end(Map map) {
        Optional<Row> row = overlapping(map).filter(found -> contains(found, map));
        if (row.isEmpty()) {
            return !map.has(MapType.PRESENT);
        }
        Row target = row.get();
        boolean isLast = map.has(MapType.DELETE) || target.count == 1;
        if (map.has(MapType.FROM) && (isLast || map.has(MapType.ALWAYS))) {
            copyBack(map, target);
        }
        target.count = isLast ? 0 : target.count - 1;
        if (target.count == 0) {
            rows.remove(target);
        }
        return true;
    }

    boolean update(Map map) {
        Optional<Row> row = overlapping(map).filter(found -> contains(found, map));
        if (row.isEmpty()) {
            return !map.has(MapType.PRESENT);
        }
        if (map.has(MapType.TO)) {
            System.arraycopy(
                    host[map.variable()],
                    map.from(),
                    row.get().device,
                    map.from() - row.get().from,
                    map.to() - map.from());
            bytesToDevice += map.to() - map.from();
        }
        if (map.has(MapType.FROM)) {
            copyBack(map, row.get());
        }
        return true;
    }

    private void copyBack(Map map, Row row) {
        System.arraycopy(
                row.device,
                map.from() - row.from,
                host[map.variable()],
                map.from(),
                map.to() - map.from());
        bytesFromDevice += map.to() - map.from();
    }

    private Optional<Row> overlapping(Map map) {
        return rows.stream()
                .filter(row -> row.variable == map.variable())
                .filter(row -> row.from < map.to() && map.from() < row.to)
                .findFirst();
    }

    private static boolean contains(Row row, Map map) {
        return row.from <= map.from() && map.to() <= row.to;
    }
}
