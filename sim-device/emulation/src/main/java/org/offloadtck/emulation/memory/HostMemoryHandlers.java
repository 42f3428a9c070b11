package org.offloadtck.emulation.memory;

import java.lang.foreign.Arena;
import java.util.function.Predicate;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.resource.AllocationTable;
import org.offloadtck.emulation.resource.DriverAllocation;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of host memory that devices access: allocated or registered. It has the same address in
/// kernels and in the process.
public final class HostMemoryHandlers implements DispatchTable.HandlerGroup {

    /// `CU_MEMHOSTALLOC_PORTABLE`, `_DEVICEMAP`, `_WRITECOMBINED` (CUDA driver API 12.6).
    private static final int KNOWN_FLAGS = 7;

    /// `CU_MEMHOSTREGISTER_PORTABLE`, `_DEVICEMAP`, `_IOMEMORY`, `_READ_ONLY` (CUDA driver API
    /// 12.6).
    private static final int KNOWN_REGISTER_FLAGS = 15;

    /// `_IOMEMORY`, which needs memory that the device does not have.
    private static final int IO_MEMORY = 4;

    /// `_DEVICEMAP`, which `cuMemHostGetFlags` returns for every registered range (H200, driver
    /// 580.159).
    private static final int DEVICE_MAP = 2;

    /// Bytes of a page (System V x86-64 psABI): a process has all of one or nothing.
    private static final long PAGE = 4096;

    private final DriverState state;

    public HostMemoryHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(
                DriverFunction.CU_MEM_ALLOC_HOST,
                call -> call.raw(0) == 0 ? nothing(call) : allocate(call, 0));
        table.add(
                DriverFunction.CU_MEM_HOST_ALLOC,
                call -> allocate(call, call.flags(1, KNOWN_FLAGS)));
        table.add(DriverFunction.CU_MEM_FREE_HOST, this::free);
        table.add(
                DriverFunction.CU_MEM_HOST_GET_DEVICE_POINTER,
                call -> {
                    call.current();
                    holding(call, DriverAllocation::isHost);
                    call.flags(1, 0);
                    return DriverReply.success(call.raw(0));
                });
        table.add(
                DriverFunction.CU_MEM_HOST_GET_FLAGS,
                call ->
                        DriverReply.success(
                                (long) holding(call, DriverAllocation::isHost).flags()));
        table.add(DriverFunction.CU_MEM_HOST_REGISTER, this::register);
        table.add(DriverFunction.CU_MEM_HOST_UNREGISTER, this::unregister);
    }

    /// No bytes have the address 0: `cuMemAllocHost` succeeds (H200, driver 580.159).
    private static DriverReply nothing(Invocation call) {
        call.current();
        return DriverReply.success(0L);
    }

    private static DriverReply allocate(Invocation call, int flags) {
        var owner = new AllocationTable.Owner(call.current(), flags);
        if (call.raw(0) == 0) {
            throw call.error(0, DriverResult.INVALID_VALUE, "should be positive");
        }
        var block =
                AllocationHandlers.allocate(call, call.raw(0), DriverAllocation.Kind.HOST, owner);
        return DriverReply.success(block.address());
    }

    /// Frees memory after all work that may use it is done. The memory names its context, so that
    /// none has to be current: `numba.cuda.close()` of Numba 0.56 frees memory so.
    private DriverReply free(Invocation call) {
        if (call.raw(0) == 0) {
            call.current();
            return DriverReply.success();
        }
        var block =
                state.allocations()
                        .startingAt(call.raw(0))
                        .filter(b -> b.kind() == DriverAllocation.Kind.HOST)
                        .orElseThrow(() -> notHost(call));
        awaitUsers(call, block);
        if (state.allocations().startingAt(call.raw(0)).filter(block::equals).isEmpty()) {
            throw notHost(call);
        }
        state.allocations().free(block);
        return DriverReply.success();
    }

    private DriverReply register(Invocation call) {
        var context = call.current();
        int flags = call.flags(2, KNOWN_REGISTER_FLAGS);
        if ((flags & IO_MEMORY) != 0) {
            throw call.error(2, DriverResult.NOT_SUPPORTED, "requests I/O memory");
        }
        long address = call.raw(0);
        long bytes = call.raw(1);
        if (bytes <= 0 || address + bytes < address) {
            throw call.error(1, DriverResult.INVALID_VALUE, "should be positive");
        }
        if (state.isGlobal(address)) {
            throw call.misuse(0, DriverResult.INVALID_VALUE, "is memory that the driver allocated");
        }
        requireReadable(call, address, bytes);
        var owner = new AllocationTable.Owner(context, flags | DEVICE_MAP);
        if (state.allocations().register(address, bytes, owner).isEmpty()) {
            throw alreadyRegistered(call);
        }
        return DriverReply.success();
    }

    private static DriverCallException alreadyRegistered(Invocation call) {
        return call.misuse(
                0, DriverResult.HOST_MEMORY_ALREADY_REGISTERED, "is in a range that is registered");
    }

    private void requireReadable(Invocation call, long address, long bytes) {
        try (var arena = Arena.ofConfined()) {
            long place = arena.allocate(1).address();
            for (long page = address & -PAGE; page < address + bytes; page += PAGE) {
                if (!state.memory().host().read(Math.max(page, address), place, 1)) {
                    throw call.misuse(
                            0,
                            DriverResult.INVALID_VALUE,
                            "has no %d bytes: 0x%x is %s"
                                    .formatted(bytes, page, state.memory().describe(page)));
                }
            }
        }
    }

    private void awaitUsers(Invocation call, DriverAllocation block) {
        var context = DriverState.requireHealthy(block.context());
        call.await(context, state.queue().outstanding());
    }

    /// As [#free]: no context has to be current.
    private DriverReply unregister(Invocation call) {
        var range = registered(call);
        awaitUsers(call, range);
        if (!registered(call).equals(range)) {
            throw notRegistered(call);
        }
        state.allocations().free(range);
        return DriverReply.success();
    }

    private DriverAllocation registered(Invocation call) {
        return state.allocations()
                .startingAt(call.raw(0))
                .filter(block -> block.kind() == DriverAllocation.Kind.REGISTERED)
                .orElseThrow(() -> isKnown(call.raw(0)) ? noStart(call) : notRegistered(call));
    }

    private boolean isKnown(long address) {
        return state.allocations().containing(address).isPresent();
    }

    private static DriverCallException noStart(Invocation call) {
        return call.misuse(
                0,
                DriverResult.INVALID_VALUE,
                "is memory of the driver, but no start of a range of cuMemHostRegister");
    }

    private static DriverCallException notRegistered(Invocation call) {
        return call.misuse(
                0,
                DriverResult.HOST_MEMORY_NOT_REGISTERED,
                "is not the start of a range of cuMemHostRegister");
    }

    private DriverAllocation holding(Invocation call, Predicate<DriverAllocation> kind) {
        return state.allocations()
                .containing(call.raw(0))
                .filter(kind)
                .orElseThrow(() -> notHost(call));
    }

    private static DriverCallException notHost(Invocation call) {
        return call.misuse(
                0,
                DriverResult.INVALID_VALUE,
                "is not host memory that the driver allocated or registered");
    }
}
