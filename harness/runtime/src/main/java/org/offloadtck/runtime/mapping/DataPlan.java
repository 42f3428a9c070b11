package org.offloadtck.runtime.mapping;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.runtime.memory.HostMemory;
import org.offloadtck.runtime.trace.CountChange;
import org.offloadtck.runtime.trace.MapEvent;
import org.offloadtck.runtime.trace.MapRange;

/// What one construct will do, while it is not yet sure that it may.
///
/// Allocations are made at once, since later arguments may store their addresses; everything else
/// waits for [#carryOut].
final class DataPlan {

    private final HostMemory host;
    private final DeviceChannel channel;
    private final MappingTable table;
    private final List<Runnable> transfers = new ArrayList<>();
    private final List<Runnable> arrivals = new ArrayList<>();
    private final List<Runnable> restorations = new ArrayList<>();
    private final List<DeviceMemory> allocated = new ArrayList<>();
    private final List<DeviceMemory> released = new ArrayList<>();
    private final List<MapEvent> events = new ArrayList<>();

    DataPlan(HostMemory host, DeviceChannel channel, MappingTable table) {
        this.host = host;
        this.channel = channel;
        this.table = table;
    }

    /// The table as the construct has changed it so far.
    MappingTable table() {
        return table;
    }

    HostMemory host() {
        return host;
    }

    DeviceMemory allocate(long size) {
        DeviceMemory memory = channel.allocate(size);
        allocated.add(memory);
        return memory;
    }

    /// Adds the row that maps a range which was not mapped.
    void create(Mapping row) {
        table.put(row);
        events.add(RowEvents.created(row));
    }

    /// Puts the row that `argument` was found in, its count changed by `change`.
    void find(MapArgument argument, Mapping row, CountChange change) {
        table.put(row);
        events.add(RowEvents.found(argument, row, change));
    }

    /// Copies the bytes of `argument`, which are `source`.
    void copyToDevice(MapArgument argument, DevicePointer destination, MemorySegment source) {
        transfers.add(() -> channel.toDevice(destination, source));
        events.add(new MapEvent.CopiedToDevice(RowEvents.range(argument, destination)));
    }

    /// Sets a pointer on the device to a device address.
    void copyPointer(DevicePointer destination, long value) {
        transfers.add(() -> channel.toDevice(destination, Pointers.bytes(value)));
        events.add(
                new MapEvent.CopiedToDevice(
                        new MapRange(
                                0,
                                destination.address().orElse(0),
                                Long.BYTES,
                                MapArgument.NO_NAME)));
    }

    /// Copies the bytes of `argument` to the host, then gives the pointers of `mapping` in that
    /// range back what they hold on the host.
    void copyFromDevice(Mapping mapping, MapArgument argument) {
        DevicePointer source = mapping.counterpart(argument.begin());
        host.requireWritable(argument.begin(), argument.size(), "copied data");
        MemorySegment arriving = Arena.ofAuto().allocate(argument.size());
        transfers.add(() -> channel.fromDevice(arriving, source));
        arrivals.add(() -> host.put(argument.begin(), arriving, "copied data"));
        events.add(new MapEvent.CopiedFromDevice(RowEvents.range(argument, source)));
        mapping.attached()
                .subMap(argument.begin(), argument.end())
                .forEach((pointer, values) ->
                        restorations.add(() ->
                                host.putI64(pointer, values.hostValue(), "attached pointer")));
    }

    void remove(Mapping mapping) {
        table.remove(mapping);
        events.add(RowEvents.removed(mapping));
        released.add(mapping.device().memory());
    }

    void requireRawAddresses(String need) {
        channel.require(Capability.RAW_ADDRESSES, need);
    }

    /// Does what was planned.
    ///
    /// @return the table the construct leaves
    MappingTable carryOut() {
        transfers.forEach(Runnable::run);
        channel.synchronize();
        arrivals.forEach(Runnable::run);
        restorations.forEach(Runnable::run);
        released.forEach(DeviceMemory::close);
        events.forEach(channel::tell);
        return table;
    }

    /// Gives back what was allocated.
    void abandon() {
        allocated.forEach(DeviceMemory::close);
    }
}
