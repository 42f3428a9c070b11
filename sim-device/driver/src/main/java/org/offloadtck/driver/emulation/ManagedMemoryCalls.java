package org.offloadtck.driver.emulation;

import org.offloadtck.driver.api.DriverCall;
import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.driver.api.Reply;

/// Managed memory: it is where everybody reaches it, so that moving it is a wish without effect.
final class ManagedMemoryCalls implements CallTable.Group {

    /// `CU_MEM_ATTACH_GLOBAL` (CUDA driver API 12.6, `CUmemAttach_flags`).
    private static final int ATTACH_GLOBAL = 1;

    /// `CU_MEM_ATTACH_HOST`.
    private static final int ATTACH_HOST = 2;

    /// `CU_MEM_ATTACH_SINGLE`.
    private static final int ATTACH_SINGLE = 4;

    /// The last of `CUmem_advise`: `UNSET_ACCESSED_BY`.
    private static final int LAST_ADVICE = 6;

    /// `CU_DEVICE_CPU` (CUDA driver API 12.6).
    private static final int CPU = -1;

    private final Machine machine;

    ManagedMemoryCalls(Machine machine) {
        this.machine = machine;
    }

    @Override
    public void offer(CallTable table) {
        table.on(DriverCall.CU_MEM_ALLOC_MANAGED, ManagedMemoryCalls::allocate);
        table.on(DriverCall.CU_MEM_PREFETCH_ASYNC, this::prefetch);
        table.on(DriverCall.CU_MEM_ADVISE, this::advise);
        table.on(DriverCall.CU_STREAM_ATTACH_MEM_ASYNC, this::attach);
    }

    private static Reply allocate(Invocation call) {
        var context = call.current();
        int flags = call.number(1);
        if (call.raw(0) == 0) {
            throw call.refusal(0, DriverResult.INVALID_VALUE, "should be positive");
        }
        if (flags != ATTACH_GLOBAL && flags != ATTACH_HOST) {
            throw call.refusal(
                    1,
                    DriverResult.INVALID_VALUE,
                    "should be CU_MEM_ATTACH_GLOBAL or CU_MEM_ATTACH_HOST");
        }
        var owner = new Ledger.Owner(context, flags);
        var block = AllocationCalls.allocate(call, call.raw(0), Block.Kind.MANAGED, owner);
        return Reply.success(block.address());
    }

    private Reply prefetch(Invocation call) {
        call.stream(3);
        requireManaged(call, 0, call.raw(1));
        requirePlace(call, 2);
        return Reply.success();
    }

    private Reply advise(Invocation call) {
        call.current();
        requireManaged(call, 0, call.raw(1));
        if (call.number(2) < 1 || call.number(2) > LAST_ADVICE) {
            throw call.refusal(2, DriverResult.INVALID_VALUE, "is no advice");
        }
        requirePlace(call, 3);
        return Reply.success();
    }

    private Reply attach(Invocation call) {
        call.stream(0);
        requireManaged(call, 1, Math.max(1, call.raw(2)));
        int flags = call.number(3);
        if (flags != ATTACH_GLOBAL && flags != ATTACH_HOST && flags != ATTACH_SINGLE) {
            throw call.refusal(3, DriverResult.INVALID_VALUE, "is no kind of attachment");
        }
        return Reply.success();
    }

    private static void requirePlace(Invocation call, int index) {
        if (call.number(index) != CPU) {
            call.gpu(index);
        }
    }

    private void requireManaged(Invocation call, int index, long bytes) {
        long address = call.raw(index);
        boolean isManaged =
                machine.ledger()
                        .holding(address)
                        .filter(block -> block.kind() == Block.Kind.MANAGED)
                        .filter(block -> block.allocation().contains(address, bytes))
                        .isPresent();
        if (!isManaged || bytes == 0) {
            throw call.blame(
                    index,
                    DriverResult.INVALID_VALUE,
                    "has no %s bytes of managed memory: it is %s"
                            .formatted(
                                    Long.toUnsignedString(bytes),
                                    machine.memory().describe(address)));
        }
    }
}
