package org.offloadtck.runtime.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The events of a device as text that does not depend on addresses: a row has a number, in the
/// order of creation, and an address in a row has its distance from the row's begin.
final class NormalizedTrace {

    private final TreeMap<Long, Row> rows = new TreeMap<>(Long::compareUnsigned);
    private int last;

    /// A mapped range.
    ///
    /// @param number in the order of creation, from 1
    private record Row(int number, MapRange range) {

        boolean holds(long host) {
            return Long.compareUnsigned(host - range.host(), range.size()) < 0;
        }
    }

    private NormalizedTrace() {}

    /// One line for each of `events`.
    static List<String> lines(List<MapEvent> events) {
        var names = new NormalizedTrace();
        var lines = new ArrayList<String>();
        events.forEach(event -> lines.add(names.line(event)));
        return lines;
    }

    private String line(MapEvent event) {
        return switch (event) {
            case MapEvent.Created(long base, _, var range, var dynamic, var hold) -> {
                put(range);
                yield "%s created, base at %d, counts %s and %s"
                        .formatted(place(range), base - range.host(), dynamic, hold);
            }
            case MapEvent.Found(var range, var dynamic, var hold, _) -> {
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

    /// Adds the row of a permanently mapped variable, for which no event reports the creation.
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

    /// The position of a range in its row. The device offset is included if it differs from the
    /// host offset.
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
