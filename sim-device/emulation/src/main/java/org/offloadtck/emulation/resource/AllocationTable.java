package org.offloadtck.emulation.resource;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.memory.PageUse;

/// The allocations of a process that it has not freed. Variables of modules and allocations of
/// kernels are not among them.
public final class AllocationTable {

    private final GlobalMemory memory;
    private final TreeMap<Long, DriverAllocation> blocks = new TreeMap<>();

    public AllocationTable(GlobalMemory memory) {
        this.memory = memory;
    }

    /// Allocates memory.
    ///
    /// @param name of the function that allocates, for diagnostics
    /// @param bytes positive
    /// @param owner of the allocation
    /// @throws DriverCallException if the memory is exhausted
    public DriverAllocation allocate(
            String name, long bytes, DriverAllocation.Kind kind, Owner owner) {
        if (bytes < 0) {
            throw noRoom(bytes, owner);
        }
        if (kind.isOnDevice() && !owner.context().device().reserveMemory(bytes)) {
            throw noRoom(bytes, owner);
        }
        var allocation = take(name, bytes, kind);
        if (allocation.isEmpty()) {
            giveBack(kind, owner.context().device(), bytes);
            throw noRoom(bytes, owner);
        }
        if (!kind.isOnDevice() && kind != DriverAllocation.Kind.RESERVATION) {
            memory.observer().written(allocation.get().address(), bytes);
        }
        var block = owner.of(allocation.get(), kind);
        blocks.put(block.address(), block);
        owner.pool().ifPresent(pool -> pool.allocated(bytes));
        return block;
    }

    private Optional<Allocation> take(String name, long bytes, DriverAllocation.Kind kind) {
        if (kind == DriverAllocation.Kind.RESERVATION) {
            return memory.allocatePages(name, bytes, 0, PageUse.RESERVATION);
        }
        return kind.isShared() ? memory.allocateShared(name, bytes) : memory.allocate(name, bytes);
    }

    /// The owner of an allocation.
    ///
    /// @param context whose device it is on, or which was current
    /// @param flags of the call
    /// @param pool from which it is allocated
    public record Owner(EmulatedContext context, int flags, Optional<MemoryPool> pool) {

        /// An owner of memory that is from no pool.
        public Owner(EmulatedContext context, int flags) {
            this(context, flags, Optional.empty());
        }

        /// What it owns.
        public DriverAllocation of(Allocation allocation, DriverAllocation.Kind kind) {
            return new DriverAllocation(allocation, kind, context, flags, pool);
        }
    }

    /// Registers host memory of the process.
    ///
    /// @param bytes positive
    /// @return empty if part of the range is in the table
    public Optional<DriverAllocation> register(long address, long bytes, Owner owner) {
        var last =
                Optional.ofNullable(blocks.floorEntry(address + bytes - 1))
                        .map(Map.Entry::getValue);
        if (last.filter(block -> block.address() + block.size() > address).isPresent()) {
            return Optional.empty();
        }
        var range = memory.registered().add(address, bytes);
        var block = owner.of(range, DriverAllocation.Kind.REGISTERED);
        blocks.put(address, block);
        return Optional.of(block);
    }

    /// Adds memory that a launch of a graph allocates, or that was opened of another process.
    public void add(DriverAllocation block) {
        blocks.put(block.address(), block);
    }

    /// Removes memory of a graph or of another process without freeing it.
    public void remove(DriverAllocation block) {
        blocks.remove(block.address());
    }

    private static DriverCallException noRoom(long bytes, Owner owner) {
        var device = owner.context().device();
        return DriverCallException.of(
                DriverResult.OUT_OF_MEMORY,
                "%s bytes when device %d has %d of %d bytes left"
                        .formatted(
                                Long.toUnsignedString(bytes),
                                device.ordinal(),
                                device.spec().memory().bytes() - device.usedMemory(),
                                device.spec().memory().bytes()));
    }

    /// Frees an allocation that is not of a graph.
    public void free(DriverAllocation block) {
        blocks.remove(block.address());
        block.pool().ifPresent(pool -> pool.freed(block.size()));
        giveBack(block.kind(), block.context().device(), block.size());
        if (block.kind() == DriverAllocation.Kind.REGISTERED) {
            memory.registered().remove(block.allocation());
        } else if (block.kind() == DriverAllocation.Kind.RESERVATION) {
            memory.freePages(block.allocation());
        } else {
            memory.free(block.allocation());
        }
    }

    private static void giveBack(DriverAllocation.Kind kind, EmulatedDevice device, long bytes) {
        if (kind.isOnDevice()) {
            device.releaseMemory(bytes);
        }
    }

    /// The allocation that begins at `address`.
    public Optional<DriverAllocation> startingAt(long address) {
        return Optional.ofNullable(blocks.get(address));
    }

    /// The allocation that contains the byte at `address`.
    public Optional<DriverAllocation> containing(long address) {
        return Optional.ofNullable(blocks.floorEntry(address))
                .map(Map.Entry::getValue)
                .filter(block -> block.contains(address));
    }

    /// The allocations that end with a context. Reserved ranges do not: they have none ("Virtual
    /// Memory Management", CUDA driver API 12.6).
    public List<DriverAllocation> ownedBy(EmulatedContext context) {
        return blocks.values().stream()
                .filter(block -> block.context() == context)
                .filter(block -> block.kind() != DriverAllocation.Kind.RESERVATION)
                .toList();
    }
}
