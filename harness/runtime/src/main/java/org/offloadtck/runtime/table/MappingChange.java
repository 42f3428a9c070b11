package org.offloadtck.runtime.table;

import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The change of one row by a pending construct. It can be undone after other constructs changed
/// the row; their changes stay.
///
/// Requirement: DM-04.
///
/// @param after the row as the construct left it
/// @param before the counts before the construct; zero if the construct created the row
/// @param unreleased how many counts that no construct decrements the construct added
/// @param attached host addresses of the pointers that the construct attached
public record MappingChange(
        Mapping after, ReferenceCounts before, long unreleased, Set<Long> attached) {

    public MappingChange {
        attached = Set.copyOf(attached);
    }

    /// The change from `before`, which is empty for a new row, to `after`.
    ///
    /// @param before the row before the construct
    public static MappingChange between(Optional<Mapping> before, Mapping after) {
        var attached = new TreeSet<>(after.attached().keySet());
        before.ifPresent(row -> attached.removeAll(row.attached().keySet()));
        return new MappingChange(
                after,
                before.map(Mapping::counts).orElse(ReferenceCounts.NONE),
                after.unreleased() - before.map(Mapping::unreleased).orElse(0L),
                attached);
    }

    /// Host address of the row's first byte.
    public long row() {
        return after.begin();
    }

    /// Whether `other` is the same row and not a later one at the same address.
    public boolean concerns(Mapping other) {
        return other.device().equals(after.device());
    }

    /// `now` without this change.
    public Mapping undone(Mapping now) {
        var pointers = new TreeMap<>(now.attached());
        attached.forEach(pointers::remove);
        return now.with(now.counts().undone(before, after.counts()))
                .withUnreleased(now.unreleased() - unreleased)
                .withAttached(pointers);
    }
}
