package org.offloadtck.runtime.mapping;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Event;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.memory.DeviceChannel;
import org.offloadtck.runtime.memory.DevicePointer;
import org.offloadtck.runtime.memory.HostMemory;
import org.offloadtck.runtime.table.AttachedPointer;
import org.offloadtck.runtime.table.Mapping;
import org.offloadtck.runtime.table.MappingChange;
import org.offloadtck.runtime.table.MappingEvents;
import org.offloadtck.runtime.table.MappingTable;
import org.offloadtck.runtime.trace.CountChange;
import org.offloadtck.runtime.trace.MapEvent;
import org.offloadtck.runtime.trace.MapRange;

/// What one construct will do, while it is not yet sure that it may.
///
/// Allocations are made at once, since later arguments may store their addresses; everything else
/// waits for [#start], and what needs the device to be done for [#complete].
final class DataPlan {

    private final HostMemory host;
    private final DeviceChannel channel;
    private final MappingTable table;
    private final List<Runnable> transfers = new ArrayList<>();
    private final List<Runnable> arrivals = new ArrayList<>();
    private final List<Runnable> restorations = new ArrayList<>();
    private final List<DeviceMemory> allocated = new ArrayList<>();
    private final Deque<Departure> departures = new ArrayDeque<>();
    private final List<MapEvent> events = new ArrayList<>();
    private final Set<Long> rows = new LinkedHashSet<>();

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
        rows.add(row.begin());
        events.add(MappingEvents.created(row));
    }

    /// Puts the row that `argument` was found in, its count changed by `change`.
    void find(MapArgument argument, Mapping row, CountChange change) {
        table.put(row);
        rows.add(row.begin());
        events.add(MappingEvents.found(argument, row, change));
    }

    /// Attaches the pointer at host address `pointer`, which lies in `row`, and sets it on the
    /// device.
    void attach(Mapping row, long pointer, AttachedPointer values) {
        table.put(row.attaching(pointer, values));
        rows.add(row.begin());
        copyPointer(row.counterpart(pointer), values);
    }

    /// Copies the bytes of `argument`, which are `source`.
    void copyToDevice(MapArgument argument, DevicePointer destination, MemorySegment source) {
        transfers.add(() -> channel.toDevice(destination, source));
        events.add(new MapEvent.CopiedToDevice(MappingEvents.range(argument, destination)));
    }

    /// Sets a pointer on the device to a device address.
    void copyPointer(DevicePointer destination, AttachedPointer pointer) {
        transfers.add(() -> channel.toDevice(destination, pointer.deviceBytes()));
        events.add(
                new MapEvent.CopiedToDevice(
                        new MapRange(
                                0,
                                destination.address().orElse(0),
                                pointer.size(),
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
        events.add(new MapEvent.CopiedFromDevice(MappingEvents.range(argument, source)));
        mapping.attached()
                .subMap(argument.begin(), argument.end())
                .forEach((pointer, values) ->
                        restorations.add(
                                () -> host.put(pointer, values.hostBytes(), "attached pointer")));
    }

    /// Lets go of the row that begins at `row`, on behalf of `argument`.
    void leave(long row, MapArgument argument) {
        departures.add(new Departure(row, argument));
        table.enterRemoval(row);
    }

    void requireRawAddresses(String need) {
        channel.require(Capability.RAW_ADDRESSES, need);
    }

    /// What the construct will have done to the rows of `before`.
    List<MappingChange> changes(MappingTable before) {
        return rows.stream()
                .map(row -> MappingChange.between(before.row(row), table.row(row).orElseThrow()))
                .toList();
    }

    /// Sets off what was planned, after what other queues do to the same rows.
    ///
    /// @return done when all of it is; later constructs wait for it where they use the same rows
    Event start() {
        rows.forEach(row -> table.lastUse(row).ifPresent(channel::waitFor));
        transfers.forEach(Runnable::run);
        Event done = channel.record();
        rows.forEach(row -> table.use(row, done));
        return done;
    }

    /// Blocks until the device has done what was set off.
    void synchronize() {
        channel.synchronize();
    }

    /// Does what had to wait for the device, which is done.
    ///
    /// @param live the table as all constructs have left it
    void complete(MappingTable live) {
        arrivals.forEach(Runnable::run);
        restorations.forEach(Runnable::run);
        while (!departures.isEmpty()) {
            depart(live, departures.remove());
        }
        events.forEach(channel::notifyObserver);
    }

    /// A row that nothing maps any more goes with the last of the constructs that let go of it,
    /// unless another has mapped it anew meanwhile.
    ///
    /// @see "LLVM 16, openmp/libomptarget/src/omptarget.cpp, postProcessingTargetDataEnd"
    private void depart(MappingTable live, Departure departure) {
        boolean isLast = live.leaveRemoval(departure.row());
        live.unused(departure.row())
                .filter(_ -> isLast)
                .ifPresent(row -> {
                    live.remove(row);
                    events.add(MappingEvents.removed(row));
                    row.device().memory().close();
                });
    }

    /// Takes `changes` back, which [#start] has led to; rows go that were mapped by nothing else.
    ///
    /// @param live the table as all constructs have left it
    void undo(MappingTable live, List<MappingChange> changes) {
        changes.forEach(change ->
                live.row(change.row())
                        .filter(change::concerns)
                        .ifPresent(row -> live.put(change.undone(row))));
        departures.forEach(departure -> live.leaveRemoval(departure.row()));
        departures.clear();
        changes.forEach(change ->
                live.abandoned(change.row())
                        .filter(change::concerns)
                        .ifPresent(row -> {
                            live.remove(row);
                            row.device().memory().close();
                        }));
    }

    /// Gives back what was allocated, if nothing was started.
    void abandon() {
        allocated.forEach(DeviceMemory::close);
    }

    /// A row that an exit has let go of.
    private record Departure(long row, MapArgument argument) {}
}
