package org.offloadtck.runtime.indirect;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.offloadtck.object.bytes.ByteWriter;

/// What device code translates host pointers with: a row for each host address, sorted by it as an
/// unsigned number.
///
/// @param rows sorted, no two of one host address
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

    /// The table of `pairs`. Of several for one host address, such as an inline function that each
    /// unit has an entry for, the first counts.
    public static FunctionPointerTable of(Collection<FunctionPointerPair> pairs) {
        var byHost = new TreeMap<Long, FunctionPointerPair>(Long::compareUnsigned);
        pairs.forEach(pair -> byHost.putIfAbsent(pair.host(), pair));
        return new FunctionPointerTable(new ArrayList<>(byHost.values()));
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /// The table as device code reads it: 64-bit numbers, little-endian.
    public MemorySegment bytes() {
        var image = new ByteWriter();
        rows.forEach(row -> image.u64(row.host()).u64(row.device()));
        return MemorySegment.ofArray(image.toByteArray());
    }
}
