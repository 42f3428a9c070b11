package org.offloadtck.object.elf.relocation;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.offloadtck.object.elf.model.Relocation;

/// Relocations by the offset or address of their field, without rows of type NONE. Of several at
/// one place, the last of the table counts. A look-up takes logarithmic time; tables are mostly in
/// order, so that none is copied.
public final class RelocationMap {

    private final List<Relocation> rows;

    public RelocationMap(List<Relocation> table) {
        this.rows = isAscending(table) ? table : sorted(table);
    }

    private static boolean isAscending(List<Relocation> table) {
        for (int row = 0; row < table.size(); row++) {
            boolean follows = row == 0 || table.get(row - 1).offset() < table.get(row).offset();
            if (!follows || table.get(row).type() == Relocation.NONE) {
                return false;
            }
        }
        return true;
    }

    private static List<Relocation> sorted(List<Relocation> table) {
        var sorted =
                table.stream()
                        .filter(row -> row.type() != Relocation.NONE)
                        .sorted(Comparator.comparingLong(Relocation::offset))
                        .toArray(Relocation[]::new);
        int kept = 0;
        for (int row = 0; row < sorted.length; row++) {
            boolean isLast =
                    row + 1 == sorted.length || sorted[row].offset() != sorted[row + 1].offset();
            if (isLast) {
                sorted[kept++] = sorted[row];
            }
        }
        return List.of(Arrays.copyOf(sorted, kept));
    }

    /// The relocation of the field at `offset`.
    public Optional<Relocation> at(long offset) {
        int row = from(offset);
        return row < rows.size() && rows.get(row).offset() == offset
                ? Optional.of(rows.get(row))
                : Optional.empty();
    }

    /// The offsets of the relocated fields, ascending.
    public LongStream offsets() {
        return rows.stream().mapToLong(Relocation::offset);
    }

    /// The relocations from `start`, inclusive, to `end`, exclusive, ascending.
    public List<Relocation> within(long start, long end) {
        int first = from(start);
        return rows.subList(first, Math.max(first, from(end)));
    }

    /// The index of the first row at `offset` or after it: a binary search around the row where the
    /// offset is expected, since most tables relocate fields at regular distances.
    private int from(long offset) {
        int low = 0;
        int high = rows.size();
        for (int step = 4, at = expected(offset); low <= at && at < high; step *= 4) {
            boolean isBefore = rows.get(at).offset() < offset;
            if (isBefore) {
                low = at + 1;
            } else {
                high = at;
            }
            at += isBefore ? step : -step;
            if (isBefore ? high != rows.size() : low != 0) {
                break;
            }
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (rows.get(middle).offset() < offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// The row of `offset` if all rows had the same distance; it may not exist.
    private int expected(long offset) {
        if (rows.size() < 2) {
            return 0;
        }
        double first = rows.getFirst().offset();
        double distance = (rows.getLast().offset() - first) / (rows.size() - 1);
        return (int) ((offset - first) / distance);
    }
}
