package org.offloadtck.sim;

import java.util.OptionalLong;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.plugin.DeviceMemory;

/// An allocation of the simulated device, or a variable of a program.
final class SimulatedMemory implements DeviceMemory {

    private final SimulatedDevice device;
    private final Allocation allocation;
    private final Owner owner;

    /// The owner, which frees the memory.
    enum Owner {
        CALLER,
        PROGRAM
    }

    SimulatedMemory(SimulatedDevice device, Allocation allocation, Owner owner) {
        this.device = device;
        this.allocation = allocation;
        this.owner = owner;
    }

    boolean belongsTo(SimulatedDevice wanted) {
        return device == wanted;
    }

    boolean isFreed() {
        return allocation.isFreed();
    }

    @Override
    public long size() {
        return allocation.size();
    }

    @Override
    public OptionalLong address() {
        return OptionalLong.of(allocation.address());
    }

    @Override
    public void close() {
        if (owner == Owner.CALLER && !allocation.isFreed()) {
            device.memory().free(allocation);
        }
    }
}
