package org.offloadtck.emulation.memory;

import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.interprocess.InterprocessMemory.Mapping;
import org.offloadtck.emulation.resource.AllocationTable;
import org.offloadtck.emulation.resource.DriverAllocation;
import org.offloadtck.emulation.resource.EmulatedDevice;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.resource.PhysicalMemory;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of virtual memory management (CUDA driver API 12.6, "Virtual Memory Management").
///
/// Physical memory can be mapped once at a time. Copies and fills are checked against mappings and
/// access rights; kernels only against the reserved range.
public final class VirtualMemoryHandlers implements DispatchTable.HandlerGroup {

    /// Granularity of physical memory and of mappings in bytes, as devices of compute capability 7
    /// to 9 return it.
    private static final long GRANULARITY = 2L << 20;

    private final DriverState state;

    public VirtualMemoryHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_MEM_ADDRESS_RESERVE, VirtualMemoryHandlers::reserve);
        table.add(DriverFunction.CU_MEM_ADDRESS_FREE, this::free);
        table.add(DriverFunction.CU_MEM_CREATE, this::create);
        table.add(DriverFunction.CU_MEM_RELEASE, this::release);
        table.add(DriverFunction.CU_MEM_RETAIN_ALLOCATION_HANDLE, this::retain);
        table.add(DriverFunction.CU_MEM_GET_ALLOCATION_PROPERTIES_FROM_HANDLE, this::properties);
        table.add(DriverFunction.CU_MEM_MAP, this::map);
        table.add(DriverFunction.CU_MEM_UNMAP, this::unmap);
        table.add(DriverFunction.CU_MEM_SET_ACCESS, this::setAccess);
        table.add(DriverFunction.CU_MEM_GET_ACCESS, this::access);
        table.add(
                DriverFunction.CU_MEM_GET_ALLOCATION_GRANULARITY,
                call -> {
                    MemoryProperties.requireShareable(call, 0);
                    call.constant(8, 1);
                    return DriverReply.success(GRANULARITY);
                });
    }

    private static DriverReply reserve(Invocation call) {
        requireMultiple(call, 0);
        if (call.raw(1) != 0 && (call.raw(1) < 0 || Long.bitCount(call.raw(1)) != 1)) {
            throw call.error(1, DriverResult.INVALID_VALUE, "should be a power of two");
        }
        call.flags(3, 0);
        var owner = new AllocationTable.Owner(call.current(), 0);
        var block =
                call.state()
                        .allocations()
                        .allocate(
                                call.call().function().symbol(),
                                call.raw(0),
                                DriverAllocation.Kind.RESERVATION,
                                owner);
        return DriverReply.success(block.address());
    }

    private DriverReply free(Invocation call) {
        var block =
                state.allocations()
                        .startingAt(call.raw(0))
                        .filter(b -> b.kind() == DriverAllocation.Kind.RESERVATION)
                        .filter(b -> b.size() == call.raw(1))
                        .orElseThrow(() ->
                                call.misuse(
                                        0,
                                        DriverResult.INVALID_VALUE,
                                        "is not a reserved range of that size"));
        if (state.reservations().overlapsMapping(block.address(), block.size())) {
            throw call.misuse(0, DriverResult.INVALID_VALUE, "still has memory mapped");
        }
        state.allocations().free(block);
        return DriverReply.success();
    }

    private DriverReply create(Invocation call) {
        requireMultiple(call, 0);
        var gpu = MemoryProperties.requireShareable(call, 1);
        call.flags(9, 0);
        AllocationHandlers.requireNoInjection(call);
        if (!gpu.reserveMemory(call.raw(0))) {
            throw call.error(
                    0,
                    DriverResult.OUT_OF_MEMORY,
                    "is more than device %d has".formatted(gpu.ordinal()));
        }
        var memory =
                new PhysicalMemory(state.handles().newHandle(HandleKind.MEMORY), gpu, call.raw(0));
        if (call.number(2) != 0) {
            state.interprocess().share(memory, fileName(gpu), call.raw(0));
        }
        state.handles().add(memory);
        return DriverReply.success(memory.handle());
    }

    /// The name of the file of physical memory that can be shared.
    public static String fileName(EmulatedDevice device) {
        return "memory-%d".formatted(device.index());
    }

    private DriverReply release(Invocation call) {
        var memory = call.physicalMemory(0);
        if (memory.references() == 0) {
            throw call.misuse(0, DriverResult.INVALID_VALUE, "is released already");
        }
        memory.release();
        freeIfUnused(memory);
        return DriverReply.success();
    }

    private void freeIfUnused(PhysicalMemory memory) {
        if (memory.isUnused()) {
            state.handles().remove(memory);
            state.interprocess().forget(memory);
            memory.device().releaseMemory(memory.size());
        }
    }

    private DriverReply retain(Invocation call) {
        var mapping =
                state.reservations()
                        .containing(call.raw(0))
                        .orElseThrow(() ->
                                call.misuse(0, DriverResult.INVALID_VALUE, "has no memory mapped"));
        mapping.memory().retain();
        return DriverReply.success(mapping.memory().handle());
    }

    private DriverReply properties(Invocation call) {
        var memory = call.physicalMemory(0);
        boolean isShareable = state.interprocess().file(memory).isPresent();
        return DriverReply.success(
                isShareable ? MemoryProperties.DESCRIPTOR : 0L, (long) memory.device().ordinal());
    }

    private DriverReply map(Invocation call) {
        long address = call.raw(0);
        long size = call.raw(1);
        requireMultiple(call, 1);
        var memory = call.physicalMemory(3);
        call.flags(4, 0);
        if (call.raw(2) != 0) {
            throw call.error(2, DriverResult.INVALID_VALUE, "should be 0");
        }
        if (size > memory.size()) {
            throw call.error(
                    1,
                    DriverResult.INVALID_VALUE,
                    "is more than the memory's %d".formatted(memory.size()));
        }
        var range = requireReserved(call, address, size);
        if (state.reservations().overlapsMapping(address, size)) {
            throw call.misuse(0, DriverResult.INVALID_VALUE, "has memory mapped already");
        }
        if (memory.isMapped()) {
            throw call.error(
                    3, DriverResult.NOT_SUPPORTED, "is mapped already, and in one place at a time");
        }
        var mapping = state.interprocess().mapAt(memory, address, size);
        state.reservations().map(address, size, memory);
        markInitialised(address, size);
        updateReach(range);
        return mapping.map(each -> each.reply()).orElseGet(Mapping::none);
    }

    /// Physical memory keeps what was written before it was unmapped, so all of it counts as
    /// written. A range without memory does not: it may be larger than the memory of the device.
    private void markInitialised(long address, long size) {
        state.memory().observer().written(address, size);
    }

    /// Kernels can access a range up to the end of its last mapping. Of a gap before it they have
    /// no fault, as they would have on a GPU.
    private void updateReach(DriverAllocation range) {
        state.memory()
                .reach(
                        range.allocation(),
                        state.reservations().mappedBytes(range.address(), range.size()));
    }

    private DriverAllocation requireReserved(Invocation call, long address, long size) {
        return state.allocations()
                .containing(address)
                .filter(block -> block.kind() == DriverAllocation.Kind.RESERVATION)
                .filter(block -> size <= block.size() - (address - block.address()))
                .filter(block -> (address - block.address()) % GRANULARITY == 0)
                .orElseThrow(() ->
                        call.misuse(
                                0,
                                DriverResult.INVALID_VALUE,
                                "is not in a reserved range of that size"));
    }

    private DriverReply unmap(Invocation call) {
        requireMapped(call, 0, call.raw(1));
        call.thread().await(state.queue().outstanding());
        state.reservations().unmap(call.raw(0), call.raw(1)).forEach(this::freeIfUnused);
        state.allocations().containing(call.raw(0)).ifPresent(this::updateReach);
        state.interprocess().unmap(call.raw(0), call.raw(1));
        return DriverReply.success();
    }

    private void requireMapped(Invocation call, int index, long size) {
        if (size <= 0 || !state.reservations().isFullyMapped(call.raw(index), size)) {
            throw call.misuse(
                    index, DriverResult.INVALID_VALUE, "has no memory mapped for that size");
        }
    }

    private DriverReply setAccess(Invocation call) {
        requireMapped(call, 0, call.raw(1));
        for (var each : MemoryProperties.access(call, state, 2)) {
            state.reservations().setAccess(call.raw(0), call.raw(1), each.access());
        }
        return DriverReply.success();
    }

    private DriverReply access(Invocation call) {
        MemoryProperties.requireDeviceLocation(call, 0);
        call.device(1);
        return state.reservations()
                .containing(call.raw(2))
                .map(mapping -> DriverReply.success((long) mapping.access().flags()))
                .orElseThrow(
                        () -> call.misuse(2, DriverResult.INVALID_VALUE, "has no memory mapped"));
    }

    private static void requireMultiple(Invocation call, int index) {
        if (call.raw(index) <= 0 || call.raw(index) % GRANULARITY != 0) {
            throw call.error(
                    index,
                    DriverResult.INVALID_VALUE,
                    "should be a positive multiple of %d bytes".formatted(GRANULARITY));
        }
    }
}
