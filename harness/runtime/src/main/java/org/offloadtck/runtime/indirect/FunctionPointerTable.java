package org.offloadtck.runtime.indirect;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.offloadtck.object.bytes.ByteWriter;

/// The table with which device code translates host function pointers: one row per host address,
/// sorted by host address as an unsigned number.
///
/// Requirements: IC-21, IC-31, IC-32, IC-01.
///
/// @param rows sorted; host addresses are distinct
public record FunctionPointerTable(List<FunctionPointerPair> rows) {

    public static final FunctionPointerTable EMPTY = new FunctionPointerTable(List.of());

    public FunctionPointerTable {
        rows = List.copyOf(rows);
        for (int row = 1; row < rows.size(); row++) {
            if (Long.compareUnsigned(rows.get(row - 1).host(), rows.get(row).host()) >= 0) {
                throw new IllegalArgumentException("row %d is not sorted".formatted(row));
            }
        }
    }

    /// The table of `pairs`. If several pairs have the same host address, such as those of an
    /// inline function that has an entry in each unit, the first is used.
    public static FunctionPointerTable of(Collection<FunctionPointerPair> pairs) {
        var byHost = new TreeMap<Long, FunctionPointerPair>(Long::compareUnsigned);
        pairs.forEach(pair -> byHost.putIfAbsent(pair.host(), pair));
        return new FunctionPointerTable(new ArrayList<>(byHost.values()));
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /// The table in the layout of device code: 64-bit numbers, little-endian.
    public MemorySegment bytes() {
        var image = new ByteWriter();
        rows.forEach(row -> image.u64(row.host()).u64(row.device()));
        return MemorySegment.ofArray(image.toByteArray());
    }
}
