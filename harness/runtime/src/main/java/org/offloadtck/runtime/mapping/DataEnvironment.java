package org.offloadtck.runtime.mapping;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.runtime.memory.HostMemory;
import org.offloadtck.runtime.trace.CountChange;

/// The data environment of one device: the host-to-device table and the constructs that change it.
///
/// A construct takes effect as a whole when its method returns; transfers have then arrived. If it
/// throws, the table, its counts and the set of allocations are as before.
///
/// Constructs throw [OffloadException] for arguments that break a rule and
/// [MissingCapabilityException] where the device cannot do what the arguments need.
public final class DataEnvironment {

    private final HostMemory host;
    private final DeviceChannel channel;
    private MappingTable table = new MappingTable();

    public DataEnvironment(HostMemory host, DeviceChannel channel) {
        this.host = host;
        this.channel = channel;
    }

    /// Maps `arguments` in order: the entry of `target data`, `target enter data`, or a launch.
    public void begin(List<MapArgument> arguments) {
        perform(plan -> new DataBegin(plan, arguments).plan());
    }

    /// Unmaps `arguments`, last one first: the exit of `target data`, `target exit data`, or a
    /// launch.
    public void end(List<MapArgument> arguments) {
        perform(plan -> new DataEnd(plan, arguments).plan());
    }

    /// Copies `arguments` that are mapped: `target update`.
    public void update(List<MapArgument> arguments) {
        perform(plan -> new DataUpdate(plan, arguments).plan());
    }

    /// Undoes a `begin` whose launch failed: counts fall, nothing is copied.
    public void abandon(List<MapArgument> arguments) {
        end(arguments.stream().map(MapArgument::released).toList());
    }

    /// Makes `memory` the counterpart of the host variable at `address` until [#dissociate]; its
    /// count is infinite. Does nothing if the variable is mapped already: Fortran's common blocks
    /// are declared by several entries.
    ///
    /// @see "LLVM 16, openmp/libomptarget/src/omptarget.cpp, initLibrary"
    public void associate(long address, DeviceMemory memory) {
        associate(address, memory.size(), new DevicePointer(memory, 0));
    }

    /// Makes the `size` bytes at `counterpart` those of the host bytes at `address`, as above.
    ///
    /// @return whether they are now, or were, and with that counterpart
    public boolean associate(long address, long size, DevicePointer counterpart) {
        return switch (lookup(address, size)) {
            case Lookup.Absent() -> {
                table.put(
                        Mapping.of(
                                new MapArgument(address, address, size, 0),
                                counterpart,
                                ReferenceCounts.infinite()));
                yield true;
            }
            case Lookup.Contained(var mapping) ->
                    mapping.counterpart(address).address().equals(counterpart.address());
            case Lookup.Extending _ -> false;
        };
    }

    /// Ends the association of the host variable at `address`, if there is one.
    ///
    /// @return whether there was
    public boolean dissociate(long address) {
        if (lookup(address, 1) instanceof Lookup.Contained(var mapping)
                && mapping.begin() == address
                && mapping.counts().isInfinite()) {
            table.remove(mapping);
            return true;
        }
        return false;
    }

    /// The table's rows, by host address.
    public List<Mapping> mappings() {
        return table.mappings();
    }

    public Lookup lookup(long address, long size) {
        return table.lookup(address, size);
    }

    /// Where a kernel finds the host byte at `address`, the first of `size`; empty if it is not
    /// mapped.
    public Optional<DevicePointer> translate(long address, long size) {
        return row(address, size).map(row -> row.counterpart(address));
    }

    /// Where a kernel is told that it finds the first byte of `argument`; empty if that is not
    /// mapped.
    public Optional<DevicePointer> pass(MapArgument argument) {
        Optional<Mapping> found = row(argument.begin(), argument.size());
        found.ifPresent(row -> channel.tell(RowEvents.found(argument, row, CountChange.KEPT)));
        return found.map(row -> row.counterpart(argument.begin()));
    }

    private Optional<Mapping> row(long address, long size) {
        return switch (lookup(address, size)) {
            case Lookup.Absent() -> Optional.empty();
            case Lookup.Contained(var row) -> Optional.of(row);
            case Lookup.Extending(var row) -> Optional.of(row);
        };
    }

    private void perform(Consumer<DataPlan> construct) {
        var plan = new DataPlan(host, channel, table.copy());
        boolean carriedOut = false;
        try {
            construct.accept(plan);
            table = plan.carryOut();
            carriedOut = true;
        } finally {
            if (!carriedOut) {
                plan.abandon();
            }
        }
    }
}
