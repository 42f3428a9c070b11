package org.offloadtck.driver.emulation;

import org.offloadtck.driver.api.DriverCall;
import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.driver.api.Reply;

/// Host memory that the devices reach: it has the same address in kernels and in the process.
final class HostMemoryCalls implements CallTable.Group {

    /// `CU_MEMHOSTALLOC_PORTABLE`, `_DEVICEMAP`, `_WRITECOMBINED` (CUDA driver API 12.6).
    private static final int KNOWN_FLAGS = 7;

    private final Machine machine;

    HostMemoryCalls(Machine machine) {
        this.machine = machine;
    }

    @Override
    public void offer(CallTable table) {
        table.on(DriverCall.CU_MEM_ALLOC_HOST, call -> allocate(call, 0));
        table.on(DriverCall.CU_MEM_HOST_ALLOC, call -> allocate(call, call.flags(1, KNOWN_FLAGS)));
        table.on(DriverCall.CU_MEM_FREE_HOST, this::free);
        table.on(
                DriverCall.CU_MEM_HOST_GET_DEVICE_POINTER,
                call -> {
                    call.current();
                    holding(call);
                    call.flags(1, 0);
                    return Reply.success(call.raw(0));
                });
        table.on(
                DriverCall.CU_MEM_HOST_GET_FLAGS,
                call -> Reply.success((long) holding(call).flags()));
    }

    private static Reply allocate(Invocation call, int flags) {
        var owner = new Ledger.Owner(call.current(), flags);
        if (call.raw(0) == 0) {
            throw call.refusal(0, DriverResult.INVALID_VALUE, "should be positive");
        }
        var block = AllocationCalls.allocate(call, call.raw(0), Block.Kind.HOST, owner);
        return Reply.success(block.address());
    }

    private Reply free(Invocation call) {
        var context = call.current();
        var block =
                machine.ledger()
                        .at(call.raw(0))
                        .filter(b -> b.kind() == Block.Kind.HOST)
                        .orElseThrow(() -> notHost(call));
        call.await(context, machine.worker().submitted());
        if (machine.ledger().at(call.raw(0)).filter(block::equals).isEmpty()) {
            throw notHost(call);
        }
        machine.ledger().free(block);
        return Reply.success();
    }

    private Block holding(Invocation call) {
        return machine.ledger()
                .holding(call.raw(0))
                .filter(block -> block.kind() == Block.Kind.HOST)
                .orElseThrow(() -> notHost(call));
    }

    private static Refusal notHost(Invocation call) {
        return call.blame(
                0,
                DriverResult.INVALID_VALUE,
                "is no host memory of cuMemAllocHost or cuMemHostAlloc");
    }
}
