package org.offloadtck.runtime.table;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.argument.VariableName;
import org.offloadtck.runtime.memory.DevicePointer;
import org.offloadtck.runtime.table.ReferenceCounts.Kind;

/// One row of the host-to-device table: a host range and its counterpart.
///
/// @param base host address of the variable that contains the range, at or before `begin`
/// @param begin host address of the first byte
/// @param size in bytes, positive
/// @param device the counterpart of the first byte
/// @param variable for which the row was created
/// @param unreleased how many of its counts no construct decrements
/// @param attached the attached pointers in the range, by host address
/// @see "LLVM 22, offload/include/OpenMP/Mapping.h, HostDataToTargetTy"
public record Mapping(
        long base,
        long begin,
        long size,
        DevicePointer device,
        VariableName variable,
        ReferenceCounts counts,
        long unreleased,
        SortedMap<Long, AttachedPointer> attached) {

    public Mapping {
        attached = Collections.unmodifiableSortedMap(new TreeMap<>(attached));
    }

    /// The row that `argument` creates.
    public static Mapping of(MapArgument argument, DevicePointer device, ReferenceCounts counts) {
        return new Mapping(
                argument.base(),
                argument.begin(),
                argument.size(),
                device,
                argument.variable(),
                counts,
                0,
                new TreeMap<>());
    }

    /// The name of the variable, or that of [VariableName#NONE].
    public String name() {
        return variable.name();
    }

    public long end() {
        return begin + size;
    }

    public boolean holds(long host) {
        return Long.compareUnsigned(host - begin, size) < 0;
    }

    /// Whether the row maps every byte of `argument`.
    public boolean holds(MapArgument argument) {
        return holds(argument.begin()) && Long.compareUnsigned(argument.end(), end()) <= 0;
    }

    /// The counterpart of the host address `host`.
    public DevicePointer counterpart(long host) {
        return device.plus(host - begin);
    }

    public Mapping with(ReferenceCounts changed) {
        return new Mapping(base, begin, size, device, variable, changed, unreleased, attached);
    }

    /// This row with one more count that no construct decrements.
    public Mapping withUnreleased() {
        return withUnreleased(unreleased + 1);
    }

    Mapping withUnreleased(long changed) {
        return new Mapping(base, begin, size, device, variable, counts, changed, attached);
    }

    /// Whether a construct of the program still has to release the row.
    public boolean awaitsRelease() {
        return !counts.isInfinite() && counts.total() > unreleased;
    }

    Mapping withAttached(SortedMap<Long, AttachedPointer> changed) {
        return new Mapping(base, begin, size, device, variable, counts, unreleased, changed);
    }

    public Mapping attaching(long host, AttachedPointer pointer) {
        var more = new TreeMap<>(attached);
        more.put(host, pointer);
        return withAttached(more);
    }

    public Mapping incremented(Kind kind) {
        return with(counts.incremented(kind));
    }

    @Override
    public String toString() {
        return "[0x%x, 0x%x) count %s".formatted(begin, end(), counts);
    }
}
