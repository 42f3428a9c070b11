package org.offloadtck.runtime.mapping;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Event;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.argument.VariableName;
import org.offloadtck.runtime.memory.DeviceChannel;
import org.offloadtck.runtime.memory.DevicePointer;
import org.offloadtck.runtime.memory.HostMemory;
import org.offloadtck.runtime.table.LookupResult;
import org.offloadtck.runtime.table.Mapping;
import org.offloadtck.runtime.table.MappingChange;
import org.offloadtck.runtime.table.MappingEvents;
import org.offloadtck.runtime.table.MappingTable;
import org.offloadtck.runtime.table.ReferenceCounts;
import org.offloadtck.runtime.trace.CountChange;

/// The data environment of one device: the host-to-device table and the constructs that change it.
///
/// A construct has taken effect, transfers included, when its method returns. If the method throws,
/// the table, its counts and the device allocations are unchanged. The methods named `start…`
/// return while transfers are pending on the queue of the caller. If several pending constructs use
/// the same row, they take effect in the order in which they were started. The caller finishes each
/// pending construct, or abandons it, which undoes it.
///
/// Constructs throw [OffloadException][org.offloadtck.runtime.diagnostic.OffloadException] if
/// arguments break a rule and
/// [MissingCapabilityException][org.offloadtck.runtime.diagnostic.MissingCapabilityException] if
/// the device lacks a capability that the arguments need.
///
/// Requirements: RG-02, DM-04.
public final class DataEnvironment {

    private final HostMemory host;
    private final DeviceChannel channel;
    private final AbiProfile.DataMapping edition;
    private MappingTable table = new MappingTable();
    private DeviceStorage storage = DeviceStorage.SEPARATE;

    /// An empty data environment.
    ///
    /// @param channel owned by the caller
    public DataEnvironment(HostMemory host, DeviceChannel channel, AbiProfile.DataMapping edition) {
        this.host = host;
        this.channel = channel;
        this.edition = edition;
    }

    /// Makes later constructs map only arguments that request device storage, as `requires
    /// unified_shared_memory` demands.
    public void useUnifiedSharedMemory() {
        storage = DeviceStorage.SHARED;
    }

    /// Maps `arguments` in order: the entry of `target data`, `target enter data`, or a launch.
    ///
    /// @return device addresses that the program requests, by index of the argument
    public SortedMap<Integer, Long> begin(List<MapArgument> arguments) {
        return perform(plan -> new DataBegin(plan, edition, storage).plan(arguments));
    }

    /// Unmaps `arguments` in reverse order: the exit of `target data`, `target exit data`, or a
    /// launch.
    public void end(List<MapArgument> arguments) {
        perform(plan -> end(plan, arguments));
    }

    /// Copies those of `arguments` that are mapped: `target update`.
    public void update(List<MapArgument> arguments) {
        perform(plan -> update(plan, arguments));
    }

    /// Starts [#begin] on the queue of `by`.
    public PendingDataConstruct startBegin(DeviceChannel by, List<MapArgument> arguments) {
        return start(by, plan -> new DataBegin(plan, edition, storage).plan(arguments));
    }

    /// Starts [#end] on the queue of `by`.
    public PendingDataConstruct startEnd(DeviceChannel by, List<MapArgument> arguments) {
        return start(by, plan -> end(plan, arguments));
    }

    /// Starts [#update] on the queue of `by`.
    public PendingDataConstruct startUpdate(DeviceChannel by, List<MapArgument> arguments) {
        return start(by, plan -> update(plan, arguments));
    }

    /// Undoes a `begin` whose launch failed: decrements the counts and copies nothing.
    public void abandon(List<MapArgument> arguments) {
        end(arguments.stream().map(MapArgument::released).toList());
    }

    /// Makes `memory` the counterpart of the host variable at `address` until [#dissociate], with
    /// an infinite count. Does nothing if the variable is mapped already: several entries declare
    /// the common blocks of Fortran.
    ///
    /// Requirements: RG-13, DM-16.
    ///
    /// @see "LLVM 16, openmp/libomptarget/src/omptarget.cpp, initLibrary"
    public void associate(long address, DeviceMemory memory, VariableName variable) {
        associate(address, memory.size(), new DevicePointer(memory, 0), variable);
    }

    /// Makes the `size` bytes at `counterpart` the counterpart of the host bytes at `address`.
    ///
    /// @return whether they are mapped to that counterpart now
    public boolean associate(long address, long size, DevicePointer counterpart) {
        return associate(address, size, counterpart, VariableName.NONE);
    }

    private boolean associate(
            long address, long size, DevicePointer counterpart, VariableName variable) {
        return switch (lookup(address, size)) {
            case LookupResult.Absent() -> {
                table.put(
                        Mapping.of(
                                new MapArgument(address, address, size, 0, variable),
                                counterpart,
                                ReferenceCounts.infinite()));
                yield true;
            }
            case LookupResult.Contained(var mapping) ->
                    mapping.counterpart(address).address().equals(counterpart.address());
            case LookupResult.Extending _ -> false;
        };
    }

    /// Ends the association of the host variable at `address`.
    ///
    /// Requirement: DM-16.
    ///
    /// @return whether an association ended; false if the variable has none or a construct holds it
    public boolean dissociate(long address) {
        if (lookup(address, 1) instanceof LookupResult.Contained(var mapping)
                && mapping.begin() == address
                && mapping.counts().isInfinite()
                && mapping.counts().hold() == 0) {
            table.remove(mapping);
            return true;
        }
        return false;
    }

    /// The rows of the table, by host address.
    public List<Mapping> mappings() {
        return table.mappings();
    }

    public LookupResult lookup(long address, long size) {
        return table.lookup(address, size);
    }

    /// The device counterpart of the `size` host bytes at `address`; empty if they are not mapped.
    public Optional<DevicePointer> translate(long address, long size) {
        return row(address, size).map(row -> row.counterpart(address));
    }

    /// The device counterpart of the host byte at `address`; empty if it is not mapped, also under
    /// unified shared memory, as in libomptarget.
    ///
    /// @see "LLVM 19, offload/libomptarget/OpenMP/API.cpp, omp_target_is_present, which looks up
    ///   one byte"
    public Optional<DevicePointer> counterpart(long address) {
        return translate(address, 1);
    }

    /// The device address that a kernel gets for the first byte of `argument`; empty if it is not
    /// mapped. Reports a trace event.
    public Optional<DevicePointer> pass(MapArgument argument) {
        Optional<Mapping> found = row(argument.begin(), argument.size());
        found.ifPresent(row ->
                channel.notifyObserver(MappingEvents.found(argument, row, CountChange.KEPT)));
        return found.map(row -> row.counterpart(argument.begin()));
    }

    private Optional<Mapping> row(long address, long size) {
        return switch (lookup(address, size)) {
            case LookupResult.Absent() -> Optional.empty();
            case LookupResult.Contained(var row) -> Optional.of(row);
            case LookupResult.Extending(var row) -> Optional.of(row);
        };
    }

    private SortedMap<Integer, Long> end(DataPlan plan, List<MapArgument> arguments) {
        new DataEnd(plan, edition).plan(arguments);
        return new TreeMap<>();
    }

    private SortedMap<Integer, Long> update(DataPlan plan, List<MapArgument> arguments) {
        new DataUpdate(plan, edition).plan(arguments);
        return new TreeMap<>();
    }

    /// Carries out a construct completely or not at all.
    private SortedMap<Integer, Long> perform(Construct construct) {
        PendingDataConstruct started = start(channel, construct);
        boolean finished = false;
        try {
            started.finish();
            finished = true;
            return started.returned();
        } finally {
            if (!finished) {
                started.abandon();
            }
        }
    }

    private PendingDataConstruct start(DeviceChannel by, Construct construct) {
        var plan = new DataPlan(host, by, table.copy());
        boolean started = false;
        try {
            SortedMap<Integer, Long> returned = construct.plan(plan);
            List<MappingChange> changes = plan.changes(table);
            Event done = plan.start();
            table = plan.table();
            started = true;
            return new PendingDataConstruct(
                    this, new PendingDataConstruct.Work(plan, done, changes), returned);
        } finally {
            if (!started) {
                plan.abandon();
            }
        }
    }

    /// The table with the changes of all constructs, pending ones included.
    MappingTable table() {
        return table;
    }

    /// Plans one construct and returns the device addresses that the program requests.
    @FunctionalInterface
    private interface Construct {
        SortedMap<Integer, Long> plan(DataPlan plan);
    }
}
