package org.offloadtck.runtime.table;

import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.memory.DevicePointer;
import org.offloadtck.runtime.table.ReferenceCounts.Kind;
import org.offloadtck.runtime.trace.CountChange;
import org.offloadtck.runtime.trace.MapCount;
import org.offloadtck.runtime.trace.MapEvent;
import org.offloadtck.runtime.trace.MapRange;

/// The trace events of changes to the host-to-device table.
public final class MappingEvents {

    private MappingEvents() {}

    public static MapEvent created(Mapping row) {
        return new MapEvent.Created(
                row.base(),
                new DevicePointer(row.device().memory(), 0).address().orElse(0),
                range(row),
                new MapCount(row.counts().dynamic(), CountChange.NONE),
                new MapCount(row.counts().hold(), CountChange.NONE));
    }

    /// The event of a construct that maps `argument`, which it found in `row`.
    ///
    /// @param row after the construct
    /// @param change change of the count that `argument` uses
    public static MapEvent mapped(MapArgument argument, Mapping row, CountChange change) {
        return found(
                argument,
                row,
                change,
                argument.name(),
                argument.has(MapType.IMPLICIT)
                        ? MapEvent.Origin.IMPLICIT
                        : MapEvent.Origin.EXPLICIT);
    }

    /// The event of any other lookup that found `argument` in `row`, which states no name.
    ///
    /// @param row after the construct
    /// @param change change of the count that `argument` uses
    public static MapEvent found(MapArgument argument, Mapping row, CountChange change) {
        return found(argument, row, change, "", MapEvent.Origin.EXPLICIT);
    }

    private static MapEvent found(
            MapArgument argument,
            Mapping row,
            CountChange change,
            String name,
            MapEvent.Origin origin) {
        Kind kind = argument.has(MapType.OMPX_HOLD) ? Kind.HOLD : Kind.DYNAMIC;
        return new MapEvent.Found(
                range(argument, row.counterpart(argument.begin()), name),
                new MapCount(
                        row.counts().dynamic(), kind == Kind.DYNAMIC ? change : CountChange.NONE),
                new MapCount(row.counts().hold(), kind == Kind.HOLD ? change : CountChange.NONE),
                origin);
    }

    public static MapEvent removed(Mapping row) {
        return new MapEvent.Removed(range(row));
    }

    /// The bytes of `argument` that a transfer copies, with the name of `row`, which holds them.
    ///
    /// @see "LLVM 22, offload/libomptarget/OpenMP/Mapping.cpp, printCopyInfo"
    public static MapRange copied(Mapping row, MapArgument argument) {
        return range(argument, row.counterpart(argument.begin()), row.name());
    }

    private static MapRange range(MapArgument argument, DevicePointer device, String name) {
        return new MapRange(argument.begin(), device.address().orElse(0), argument.size(), name);
    }

    private static MapRange range(Mapping row) {
        return new MapRange(row.begin(), row.device().address().orElse(0), row.size(), row.name());
    }
}
