package org.offloadtck.runtime.table;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.offloadtck.plugin.Event;

/// The host-to-device table: disjoint mappings by host address, and the pending constructs that use
/// each.
///
/// Requirement: RG-02.
public final class MappingTable {

    private final TreeMap<Long, Mapping> byBegin = new TreeMap<>(Long::compareUnsigned);

    /// The event at the end of the last pending construct that uses a row, by the row's address.
    private final Map<Long, Event> lastUses = new HashMap<>();

    /// The number of pending constructs that release a row, by the row's address.
    private final Map<Long, Integer> departures = new HashMap<>();

    /// A copy that can change independently of this table.
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

    /// The row that begins at `begin`, if its counts are zero.
    public Optional<Mapping> unused(long begin) {
        return row(begin).filter(row -> row.counts().total() == 0);
    }

    /// The row that begins at `begin`, if its counts are zero and no pending construct releases it.
    public Optional<Mapping> abandoned(long begin) {
        return unused(begin).filter(_ -> !departures.containsKey(begin));
    }

    /// The event at the end of the last pending construct that uses the row at `begin`.
    public Optional<Event> lastUse(long begin) {
        return Optional.ofNullable(lastUses.get(begin));
    }

    public void use(long begin, Event end) {
        lastUses.put(begin, end);
    }

    /// Removes a construct that is no longer pending.
    public void forget(Event end) {
        lastUses.values().removeIf(end::equals);
    }

    /// Records a construct that releases the row at `begin` after its transfers.
    public void enterRemoval(long begin) {
        departures.merge(begin, 1, Integer::sum);
    }

    /// Ends one release that [#enterRemoval] recorded.
    ///
    /// @return whether no other pending construct releases the row at `begin`
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
    /// Requirements: DM-03, DM-15.
    ///
    /// @see "LLVM 22, offload/libomptarget/OpenMP/Mapping.cpp, MappingInfoTy::lookupMapping"
    public LookupResult lookup(long host, long size) {
        return size == 0 ? emptyRange(host) : range(host, size);
    }

    /// An empty range is found also between a mapping's base and its begin, so that a pointer to
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
