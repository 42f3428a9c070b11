package org.offloadtck.runtime.table;

import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// What a construct under way has done to a row. It can be taken back when other constructs have
/// changed the row since: what they have done stays.
///
/// @param after the row as the construct left it
/// @param before its counts; zero if the construct created it
/// @param attached host addresses of the pointers that the construct attached
public record MappingChange(Mapping after, ReferenceCounts before, Set<Long> attached) {

    public MappingChange {
        attached = Set.copyOf(attached);
    }

    /// @param before the row that there was, if there was one
    public static MappingChange between(Optional<Mapping> before, Mapping after) {
        var attached = new TreeSet<>(after.attached().keySet());
        before.ifPresent(row -> attached.removeAll(row.attached().keySet()));
        return new MappingChange(
                after, before.map(Mapping::counts).orElse(ReferenceCounts.NONE), attached);
    }

    /// Host address of the row's first byte.
    public long row() {
        return after.begin();
    }

    /// Whether `other` is this row, and not a later one in its place.
    public boolean concerns(Mapping other) {
        return other.device().equals(after.device());
    }

    /// `now` as it would be if the construct had not been.
    public Mapping undone(Mapping now) {
        var pointers = new TreeMap<>(now.attached());
        attached.forEach(pointers::remove);
        return now.with(now.counts().undone(before, after.counts())).withAttached(pointers);
    }
}
