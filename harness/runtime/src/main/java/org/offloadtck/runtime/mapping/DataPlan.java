package org.offloadtck.runtime.mapping;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.runtime.memory.HostMemory;

/// What one construct will do, while it is not yet sure that it may.
///
/// Allocations are made at once, since later arguments may store their addresses; everything else
/// waits for [#carryOut].
final class DataPlan {

    private final HostMemory host;
    private final DeviceChannel channel;
    private final MappingTable table;
    private final List<Runnable> transfers = new ArrayList<>();
    private final List<Runnable> restorations = new ArrayList<>();
    private final List<DeviceMemory> allocated = new ArrayList<>();
    private final List<DeviceMemory> released = new ArrayList<>();

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

    void copyToDevice(DevicePointer destination, MemorySegment source) {
        transfers.add(() -> channel.toDevice(destination, source));
    }

    /// Copies `size` bytes to the host at `address`, then gives the pointers of `mapping` in that
    /// range back what they hold on the host.
    void copyFromDevice(Mapping mapping, long address, long size) {
        MemorySegment destination = host.write(address, size, "copied data");
        transfers.add(() -> channel.fromDevice(destination, mapping.counterpart(address)));
        mapping.attached()
                .subMap(address, address + size)
                .forEach((pointer, values) ->
                        restorations.add(() ->
                                host.putI64(pointer, values.hostValue(), "attached pointer")));
    }

    void remove(Mapping mapping) {
        table.remove(mapping);
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
        restorations.forEach(Runnable::run);
        released.forEach(DeviceMemory::close);
        return table;
    }

    /// Gives back what was allocated.
    void abandon() {
        allocated.forEach(DeviceMemory::close);
    }
}
