package org.offloadtck.runtime.mapping;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The host-to-device table: disjoint mappings, by host address.
final class MappingTable {

    private final TreeMap<Long, Mapping> byBegin = new TreeMap<>(Long::compareUnsigned);

    /// A table that can be changed while this one stays as it is.
    MappingTable copy() {
        var copy = new MappingTable();
        copy.byBegin.putAll(byBegin);
        return copy;
    }

    List<Mapping> mappings() {
        return List.copyOf(byBegin.values());
    }

    void put(Mapping mapping) {
        byBegin.put(mapping.begin(), mapping);
    }

    void remove(Mapping mapping) {
        byBegin.remove(mapping.begin());
    }

    /// Looks up the `size` bytes at `host`.
    ///
    /// @see "LLVM 22, offload/libomptarget/OpenMP/Mapping.cpp, MappingInfoTy::lookupMapping"
    Lookup lookup(long host, long size) {
        return size == 0 ? emptyRange(host) : range(host, size);
    }

    /// An empty range is also found between a mapping's base and its begin, so that a pointer to
    /// the base of a mapped section is translated.
    private Lookup emptyRange(long host) {
        Map.Entry<Long, Mapping> below = byBegin.floorEntry(host);
        if (below != null && isBelow(host, below.getValue().end())) {
            return new Lookup.Contained(below.getValue());
        }
        Map.Entry<Long, Mapping> above = byBegin.higherEntry(host);
        return above == null || isBelow(host, above.getValue().base())
                ? new Lookup.Absent()
                : new Lookup.Contained(above.getValue());
    }

    private Lookup range(long host, long size) {
        Map.Entry<Long, Mapping> below = byBegin.floorEntry(host);
        if (below != null && isBelow(host, below.getValue().end())) {
            return isBelow(below.getValue().end(), host + size)
                    ? new Lookup.Extending(below.getValue())
                    : new Lookup.Contained(below.getValue());
        }
        Map.Entry<Long, Mapping> above = byBegin.higherEntry(host);
        return above != null && isBelow(above.getKey(), host + size)
                ? new Lookup.Extending(above.getValue())
                : new Lookup.Absent();
    }

    private static boolean isBelow(long a, long b) {
        return Long.compareUnsigned(a, b) < 0;
    }
}
