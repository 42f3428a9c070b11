package org.offloadtck.emulation.memory;

import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.resource.AllocationTable;
import org.offloadtck.emulation.resource.DriverAllocation;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of host memory that devices access. It has the same address in kernels and in the
/// process.
public final class HostMemoryHandlers implements DispatchTable.HandlerGroup {

    /// `CU_MEMHOSTALLOC_PORTABLE`, `_DEVICEMAP`, `_WRITECOMBINED` (CUDA driver API 12.6).
    private static final int KNOWN_FLAGS = 7;

    private final DriverState state;

    public HostMemoryHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_MEM_ALLOC_HOST, call -> allocate(call, 0));
        table.add(
                DriverFunction.CU_MEM_HOST_ALLOC,
                call -> allocate(call, call.flags(1, KNOWN_FLAGS)));
        table.add(DriverFunction.CU_MEM_FREE_HOST, this::free);
        table.add(
                DriverFunction.CU_MEM_HOST_GET_DEVICE_POINTER,
                call -> {
                    call.current();
                    holding(call);
                    call.flags(1, 0);
                    return DriverReply.success(call.raw(0));
                });
        table.add(
                DriverFunction.CU_MEM_HOST_GET_FLAGS,
                call -> DriverReply.success((long) holding(call).flags()));
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

    private DriverReply free(Invocation call) {
        var context = call.current();
        var block =
                state.allocations()
                        .startingAt(call.raw(0))
                        .filter(b -> b.kind() == DriverAllocation.Kind.HOST)
                        .orElseThrow(() -> notHost(call));
        call.await(context, state.queue().outstanding());
        if (state.allocations().startingAt(call.raw(0)).filter(block::equals).isEmpty()) {
            throw notHost(call);
        }
        state.allocations().free(block);
        return DriverReply.success();
    }

    private DriverAllocation holding(Invocation call) {
        return state.allocations()
                .containing(call.raw(0))
                .filter(block -> block.kind() == DriverAllocation.Kind.HOST)
                .orElseThrow(() -> notHost(call));
    }

    private static DriverCallException notHost(Invocation call) {
        return call.misuse(
                0,
                DriverResult.INVALID_VALUE,
                "is not host memory of cuMemAllocHost or cuMemHostAlloc");
    }
}
