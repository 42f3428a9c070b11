package org.offloadtck.runtime.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Tells a device's events in words that are the same wherever a program and its data lie: a row of
/// the table has the number in which it came, and a place in it the distance from its begin.
final class NormalizedTrace {

    private final TreeMap<Long, Row> rows = new TreeMap<>(Long::compareUnsigned);
    private int last;

    /// A range that is mapped.
    ///
    /// @param number in the order of their coming, from 1
    private record Row(int number, MapRange range) {

        boolean holds(long host) {
            return Long.compareUnsigned(host - range.host(), range.size()) < 0;
        }
    }

    private NormalizedTrace() {}

    /// A line for each of `events`.
    static List<String> lines(List<MapEvent> events) {
        var names = new NormalizedTrace();
        var lines = new ArrayList<String>();
        events.forEach(event -> lines.add(names.line(event)));
        return lines;
    }

    private String line(MapEvent event) {
        return switch (event) {
            case MapEvent.Created(long base, var range, var dynamic, var hold) -> {
                put(range);
                yield "%s created, base at %d, counts %s and %s"
                        .formatted(place(range), base - range.host(), dynamic, hold);
            }
            case MapEvent.Found(var range, var dynamic, var hold) -> {
                putIfPermanent(range, dynamic);
                yield "%s found, counts %s and %s".formatted(place(range), dynamic, hold);
            }
            case MapEvent.Removed(var range) -> {
                String place = place(range);
                rows.remove(range.host());
                yield place + " removed";
            }
            case MapEvent.CopiedToDevice(var range) -> place(range) + " copied to the device";
            case MapEvent.CopiedFromDevice(var range) -> place(range) + " copied from the device";
        };
    }

    /// A variable that is mapped for good has a row before anything is told of it.
    private void putIfPermanent(MapRange range, MapCount count) {
        if (count.value() == MapCount.INFINITE && row(range.host()).isEmpty()) {
            put(range);
        }
    }

    private void put(MapRange range) {
        last++;
        rows.put(range.host(), new Row(last, range));
    }

    private Optional<Row> row(long host) {
        return Optional.ofNullable(rows.floorEntry(host))
                .map(Map.Entry::getValue)
                .filter(row -> row.holds(host));
    }

    /// The device's place is told where it is not at the same distance as the host's.
    private String place(MapRange range) {
        var size = "%d bytes".formatted(range.size());
        return row(range.host())
                .map(row -> {
                    long host = range.host() - row.range().host();
                    long device = range.device() - row.range().device();
                    var apart = host == device ? "" : " (%d on the device)".formatted(device);
                    return "row %d, %s at %d%s".formatted(row.number(), size, host, apart);
                })
                .orElse(size + " in no row");
    }
}
