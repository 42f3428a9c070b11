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
import org.offloadtck.runtime.argument.VariableName;
import org.offloadtck.runtime.memory.DeviceChannel;
import org.offloadtck.runtime.memory.DevicePointer;
import org.offloadtck.runtime.memory.HostMemory;
import org.offloadtck.runtime.table.AttachedPointer;
import org.offloadtck.runtime.table.LookupResult;
import org.offloadtck.runtime.table.Mapping;
import org.offloadtck.runtime.table.MappingChange;
import org.offloadtck.runtime.table.MappingEvents;
import org.offloadtck.runtime.table.MappingTable;
import org.offloadtck.runtime.trace.CountChange;
import org.offloadtck.runtime.trace.MapEvent;
import org.offloadtck.runtime.trace.MapRange;
import org.offloadtck.runtime.trace.RuntimeEvent;

/// The planned actions of one construct. The plan is discarded if an argument turns out to be
/// invalid.
///
/// Memory is allocated immediately, since later arguments may store its address. All other actions
/// wait for [#start]; actions that need the device to be done wait for [#complete]. A plan ends by
/// [#complete], by [#undo] or, before it is started, by [#abandon]; each frees what it owns.
///
/// Requirement: DM-04.
final class DataPlan {

    private final HostMemory host;
    private final DeviceChannel channel;
    private final MappingTable table;
    private final List<Runnable> transfers = new ArrayList<>();
    private final List<Runnable> arrivals = new ArrayList<>();
    private final List<Runnable> restorations = new ArrayList<>();
    private final List<DeviceMemory> allocated = new ArrayList<>();
    private final Deque<Departure> departures = new ArrayDeque<>();
    private final List<RuntimeEvent> events = new ArrayList<>();
    private final Set<Long> rows = new LinkedHashSet<>();

    /// Memory of the arriving bytes.
    private final Arena arena = Arena.ofShared();

    DataPlan(HostMemory host, DeviceChannel channel, MappingTable table) {
        this.host = host;
        this.channel = channel;
        this.table = table;
    }

    /// The table with the changes that the construct has planned so far.
    MappingTable table() {
        return table;
    }

    HostMemory host() {
        return host;
    }

    /// @param host address of what the memory is for
    /// @param variable that it is for
    DeviceMemory allocate(long size, long host, VariableName variable) {
        String name = variable.isPresent() ? variable.name() : "mapped memory" + variable.place();
        DeviceMemory memory = channel.allocate(size, host, name);
        allocated.add(memory);
        return memory;
    }

    /// Adds a row for a range that was not mapped.
    void create(Mapping row) {
        replace(row);
        report(MappingEvents.created(row));
    }

    /// Replaces the row in which `argument`, which is mapped again, was found, after `change` of
    /// its count.
    void reuse(MapArgument argument, Mapping row, CountChange change) {
        replace(row);
        report(MappingEvents.mapped(argument, row, change));
    }

    /// Replaces the row in which `argument`, which is copied or released, was found, after `change`
    /// of its count.
    void find(MapArgument argument, Mapping row, CountChange change) {
        replace(row);
        report(MappingEvents.found(argument, row, change));
    }

    /// Marks the last count of the row of the pointer at `pointer` as one that no construct
    /// decrements: on exit, only the object of a pointer is released.
    ///
    /// @see "LLVM 16, openmp/libomptarget/src/omptarget.cpp, targetDataEnd"
    void keep(long pointer) {
        if (table.lookup(pointer, Long.BYTES) instanceof LookupResult.Contained(var row)) {
            replace(row.withUnreleased());
        }
    }

    private void replace(Mapping row) {
        table.put(row);
        rows.add(row.begin());
    }

    /// Reports `event` when the construct is complete.
    void report(RuntimeEvent event) {
        events.add(event);
    }

    /// Attaches the pointer at host address `pointer`, which lies in `row`, and sets its device
    /// copy.
    void attach(Mapping row, long pointer, AttachedPointer values) {
        table.put(row.attaching(pointer, values));
        rows.add(row.begin());
        copyPointer(row.counterpart(pointer), values, pointer);
    }

    /// Copies the bytes `source` of `argument`, which lies in `row`, to the device.
    void copyToDevice(Mapping row, MapArgument argument, MemorySegment source) {
        DevicePointer destination = row.counterpart(argument.begin());
        transfers.add(() -> channel.toDevice(destination, source, argument.begin()));
        events.add(new MapEvent.CopiedToDevice(MappingEvents.copied(row, argument)));
    }

    /// Sets a pointer on the device to a device address.
    ///
    /// @param host address of the pointer's original
    void copyPointer(DevicePointer destination, AttachedPointer pointer, long host) {
        transfers.add(() -> channel.toDevice(destination, pointer.deviceBytes(), host));
        events.add(
                new MapEvent.CopiedToDevice(
                        new MapRange(
                                0,
                                destination.address().orElse(0),
                                pointer.size(),
                                VariableName.NONE.name())));
    }

    /// Copies the bytes of `argument` to the host, then restores the host values of the pointers of
    /// `mapping` in that range.
    ///
    /// Requirement: DM-06.
    void copyFromDevice(Mapping mapping, MapArgument argument) {
        DevicePointer source = mapping.counterpart(argument.begin());
        host.requireWritable(argument.begin(), argument.size(), "copied data");
        MemorySegment arriving = arena.allocate(argument.size());
        transfers.add(() -> channel.fromDevice(arriving, source, argument.begin()));
        arrivals.add(() -> host.put(argument.begin(), arriving, "copied data"));
        events.add(new MapEvent.CopiedFromDevice(MappingEvents.copied(mapping, argument)));
        mapping.attached()
                .subMap(argument.begin(), argument.end())
                .forEach((pointer, values) ->
                        restorations.add(
                                () -> host.put(pointer, values.hostBytes(), "attached pointer")));
    }

    /// Releases the row that begins at `row`, for `argument`.
    void leave(long row, MapArgument argument) {
        departures.add(new Departure(row, argument));
        table.enterRemoval(row);
    }

    void requireRawAddresses(String need) {
        channel.require(Capability.RAW_ADDRESSES, need);
    }

    /// The changes of the construct to the rows of `before`.
    List<MappingChange> changes(MappingTable before) {
        return rows.stream()
                .map(row -> MappingChange.between(before.row(row), table.row(row).orElseThrow()))
                .toList();
    }

    /// Enqueues the planned transfers, after the pending actions of other queues on the same rows.
    ///
    /// @return an event that completes after all of them; later constructs on the same rows wait
    ///   for it
    Event start() {
        rows.forEach(row -> table.lastUse(row).ifPresent(channel::waitFor));
        transfers.forEach(Runnable::run);
        Event done = channel.record();
        rows.forEach(row -> table.use(row, done));
        return done;
    }

    /// Blocks until the device has completed the enqueued transfers.
    void synchronize() {
        channel.synchronize();
    }

    /// Carries out the actions that need completed transfers.
    ///
    /// @param live the table with the changes of all constructs
    void complete(MappingTable live) {
        arrivals.forEach(Runnable::run);
        restorations.forEach(Runnable::run);
        while (!departures.isEmpty()) {
            depart(live, departures.remove());
        }
        events.forEach(channel::notifyObserver);
        free();
    }

    /// Removes an unmapped row with the last construct that releases it, unless another construct
    /// has mapped it again meanwhile.
    ///
    /// @see "LLVM 16, openmp/libomptarget/src/omptarget.cpp, postProcessingTargetDataEnd"
    private void depart(MappingTable live, Departure departure) {
        boolean isLast = live.leaveRemoval(departure.row());
        live.unused(departure.row())
                .filter(_ -> isLast)
                .ifPresent(row -> {
                    live.remove(row);
                    events.add(MappingEvents.removed(row));
                    channel.free(row.device().memory());
                });
    }

    /// Undoes `changes` after [#start]; removes rows that nothing else maps.
    ///
    /// @param live the table with the changes of all constructs
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
                            channel.free(row.device().memory());
                        }));
        free();
    }

    /// Frees the allocations of a plan that was not started.
    void abandon() {
        allocated.forEach(channel::free);
        free();
    }

    /// A plan that fails in [#complete] is undone, too: the second call frees nothing.
    private void free() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }

    /// A row that an exit released.
    private record Departure(long row, MapArgument argument) {}
}
