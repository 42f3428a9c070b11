package org.offloadtck.runtime.table;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.offloadtck.plugin.Event;

/// The host-to-device table: disjoint mappings, by host address. Beside the rows it knows which
/// constructs under way use them.
public final class MappingTable {

    private final TreeMap<Long, Mapping> byBegin = new TreeMap<>(Long::compareUnsigned);

    /// What the last construct that used a row ends with, by the row's address, while it is under
    /// way.
    private final Map<Long, Event> lastUses = new HashMap<>();

    /// How many constructs under way let go of a row, by the row's address.
    private final Map<Long, Integer> departures = new HashMap<>();

    /// A table that can be changed while this one stays as it is.
    public MappingTable copy() {
        var copy = new MappingTable();
        copy.byBegin.putAll(byBegin);
        copy.lastUses.putAll(lastUses);
        copy.departures.putAll(departures);
        return copy;
    }

    public List<Mapping> mappings() {
        return List.copyOf(byBegin.values());
    }

    public void put(Mapping mapping) {
        byBegin.put(mapping.begin(), mapping);
    }

    public void remove(Mapping mapping) {
        byBegin.remove(mapping.begin());
    }

    /// The row that begins at `begin`.
    public Optional<Mapping> row(long begin) {
        return Optional.ofNullable(byBegin.get(begin));
    }

    /// The row that begins at `begin`, if nothing maps it any more.
    public Optional<Mapping> unused(long begin) {
        return row(begin).filter(row -> row.counts().total() == 0);
    }

    /// The row that begins at `begin`, if nothing maps it any more and no construct under way lets
    /// go of it.
    public Optional<Mapping> abandoned(long begin) {
        return unused(begin).filter(_ -> !departures.containsKey(begin));
    }

    /// What the last construct under way that uses the row at `begin` ends with.
    public Optional<Event> lastUse(long begin) {
        return Optional.ofNullable(lastUses.get(begin));
    }

    public void use(long begin, Event end) {
        lastUses.put(begin, end);
    }

    /// Forgets a construct that is no longer under way.
    public void forget(Event end) {
        lastUses.values().removeIf(end::equals);
    }

    /// Notes a construct that lets go of the row at `begin` once the device is done with it.
    public void enterRemoval(long begin) {
        departures.merge(begin, 1, Integer::sum);
    }

    /// Ends what [#enterRemoval] began.
    ///
    /// @return whether no other construct under way lets go of the row at `begin`
    public boolean leaveRemoval(long begin) {
        int others = departures.getOrDefault(begin, 1) - 1;
        if (others == 0) {
            departures.remove(begin);
        } else {
            departures.put(begin, others);
        }
        return others == 0;
    }

    /// Looks up the `size` bytes at `host`.
    ///
    /// @see "LLVM 22, offload/libomptarget/OpenMP/Mapping.cpp, MappingInfoTy::lookupMapping"
    public LookupResult lookup(long host, long size) {
        return size == 0 ? emptyRange(host) : range(host, size);
    }

    /// An empty range is also found between a mapping's base and its begin, so that a pointer to
    /// the base of a mapped section is translated.
    private LookupResult emptyRange(long host) {
        Map.Entry<Long, Mapping> below = byBegin.floorEntry(host);
        if (below != null && isBelow(host, below.getValue().end())) {
            return new LookupResult.Contained(below.getValue());
        }
        Map.Entry<Long, Mapping> above = byBegin.higherEntry(host);
        return above == null || isBelow(host, above.getValue().base())
                ? new LookupResult.Absent()
                : new LookupResult.Contained(above.getValue());
    }

    private LookupResult range(long host, long size) {
        Map.Entry<Long, Mapping> below = byBegin.floorEntry(host);
        if (below != null && isBelow(host, below.getValue().end())) {
            return isBelow(below.getValue().end(), host + size)
                    ? new LookupResult.Extending(below.getValue())
                    : new LookupResult.Contained(below.getValue());
        }
        Map.Entry<Long, Mapping> above = byBegin.higherEntry(host);
        return above != null && isBelow(above.getKey(), host + size)
                ? new LookupResult.Extending(above.getValue())
                : new LookupResult.Absent();
    }

    private static boolean isBelow(long a, long b) {
        return Long.compareUnsigned(a, b) < 0;
    }
}
