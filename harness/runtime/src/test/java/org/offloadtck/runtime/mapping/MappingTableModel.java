package org.offloadtck.runtime.mapping;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.object.offload.abi.MapType;

/// A model of the data environment: a list of ranges with counts and bytes. Variables are numbered;
/// each has eight bytes of host storage and of device storage. The model has no order of transfers,
/// no allocation and no lookup tree; [DataEnvironment] must agree with it after every construct.
final class MappingTableModel {

    /// A mapped part of a variable.
    static final class Row {
        final int variable;
        final int from;
        final int to;
        long dynamic;
        long hold;
        final byte[] device;

        Row(int variable, int from, int to) {
            this.variable = variable;
            this.from = from;
            this.to = to;
            this.device = new byte[to - from];
        }

        Row copy() {
            var copy = new Row(variable, from, to);
            copy.dynamic = dynamic;
            copy.hold = hold;
            System.arraycopy(device, 0, copy.device, 0, device.length);
            return copy;
        }

        long count(Map map) {
            return map.has(MapType.OMPX_HOLD) ? hold : dynamic;
        }

        long other(Map map) {
            return map.has(MapType.OMPX_HOLD) ? dynamic : hold;
        }

        void set(Map map, long count) {
            if (map.has(MapType.OMPX_HOLD)) {
                hold = count;
            } else {
                dynamic = count;
            }
        }
    }

    /// One map of a construct.
    record Map(int variable, int from, int to, Set<MapType> flags) {
        boolean has(MapType flag) {
            return flags.contains(flag);
        }

        /// Every second byte, as separate maps.
        List<Map> everyOtherByte() {
            var bytes = new ArrayList<Map>();
            for (int at = from; at < to; at += 2) {
                bytes.add(new Map(variable, at, at + 1, flags));
            }
            return bytes;
        }
    }

    /// The effect of one construct on one map; false if it is illegal.
    private interface Effect {
        boolean of(Map map);
    }

    final List<Row> rows = new ArrayList<>();
    final byte[][] host;
    long bytesToDevice;
    long bytesFromDevice;

    MappingTableModel(int variables) {
        host = new byte[variables][8];
    }

    /// Maps `maps`. Returns false and changes nothing if that is illegal.
    boolean begin(List<Map> maps) {
        return asAWhole(maps, this::begin);
    }

    /// Unmaps `maps` in reverse order. A range that is not mapped completely is ignored, or
    /// rejected if it must be present.
    boolean end(List<Map> maps) {
        boolean isLegal = asAWhole(maps.reversed(), this::end);
        rows.removeIf(row -> row.dynamic == 0 && row.hold == 0);
        return isLegal;
    }

    boolean update(List<Map> maps) {
        return asAWhole(maps, this::update);
    }

    private boolean asAWhole(List<Map> maps, Effect effect) {
        var rowsBefore = rows.stream().map(Row::copy).toList();
        var hostBefore = new byte[host.length][];
        for (int i = 0; i < host.length; i++) {
            hostBefore[i] = host[i].clone();
        }
        long toDeviceBefore = bytesToDevice;
        long fromDeviceBefore = bytesFromDevice;
        if (maps.stream().allMatch(effect::of)) {
            return true;
        }
        rows.clear();
        rows.addAll(rowsBefore);
        System.arraycopy(hostBefore, 0, host, 0, host.length);
        bytesToDevice = toDeviceBefore;
        bytesFromDevice = fromDeviceBefore;
        return false;
    }

    private boolean begin(Map map) {
        Optional<Row> row = overlapping(map);
        boolean isLegal = row.map(found -> contains(found, map)).orElse(!map.has(MapType.PRESENT));
        if (!isLegal) {
            return false;
        }
        boolean isNew = row.isEmpty();
        Row target = row.orElseGet(() -> new Row(map.variable(), map.from(), map.to()));
        if (isNew) {
            rows.add(target);
        }
        target.set(map, target.count(map) + 1);
        if (map.has(MapType.TO) && (isNew || map.has(MapType.ALWAYS))) {
            copyToDevice(map, target);
        }
        return true;
    }

    private boolean end(Map map) {
        Optional<Row> row = overlapping(map).filter(found -> contains(found, map));
        if (row.isEmpty()) {
            return !map.has(MapType.PRESENT);
        }
        Row target = row.get();
        long count = map.has(MapType.DELETE) ? 1 : target.count(map);
        boolean isLast = count == 1 && target.other(map) == 0;
        if (map.has(MapType.FROM) && (isLast || map.has(MapType.ALWAYS))) {
            copyBack(map, target);
        }
        target.set(map, Math.max(0, count - 1));
        return true;
    }

    private boolean update(Map map) {
        Optional<Row> row = overlapping(map).filter(found -> contains(found, map));
        if (row.isEmpty()) {
            return !map.has(MapType.PRESENT);
        }
        if (map.has(MapType.TO)) {
            copyToDevice(map, row.get());
        }
        if (map.has(MapType.FROM)) {
            copyBack(map, row.get());
        }
        return true;
    }

    private void copyToDevice(Map map, Row row) {
        int length = map.to() - map.from();
        System.arraycopy(
                host[map.variable()], map.from(), row.device, map.from() - row.from, length);
        bytesToDevice += length;
    }

    private void copyBack(Map map, Row row) {
        int length = map.to() - map.from();
        System.arraycopy(
                row.device, map.from() - row.from, host[map.variable()], map.from(), length);
        bytesFromDevice += length;
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
