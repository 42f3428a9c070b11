package org.offloadtck.driver.emulation;

import org.offloadtck.driver.api.DriverCall;
import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.driver.api.Reply;
import org.offloadtck.driver.inject.InjectedFault.Counted;

/// Device memory: allocating and freeing it.
final class AllocationCalls implements CallTable.Group {

    /// What `cuMemAllocPitch` rounds rows up to: the texture pitch's alignment is what devices do.
    private static final long PITCH = 512;

    private final Machine machine;

    AllocationCalls(Machine machine) {
        this.machine = machine;
    }

    @Override
    public void offer(CallTable table) {
        table.on(
                DriverCall.CU_MEM_GET_INFO,
                call -> {
                    var gpu = call.current().gpu();
                    long total = gpu.spec().memory().bytes();
                    return Reply.success(total - gpu.used(), total);
                });
        table.on(
                DriverCall.CU_MEM_ALLOC,
                call -> Reply.success(allocate(call, 0, Block.Kind.DEVICE).address()));
        table.on(DriverCall.CU_MEM_ALLOC_PITCH, this::allocatePitch);
        table.on(DriverCall.CU_MEM_FREE, this::free);
        table.on(
                DriverCall.CU_MEM_ALLOC_ASYNC,
                call -> {
                    requireCurrent(call, call.stream(1));
                    return Reply.success(allocate(call, 0, Block.Kind.POOL).address());
                });
        table.on(DriverCall.CU_MEM_FREE_ASYNC, this::freeAsync);
    }

    /// As many bytes as argument `index` says.
    private Block allocate(Invocation call, int index, Block.Kind kind) {
        var context = call.current();
        if (call.raw(index) == 0) {
            throw call.refusal(index, DriverResult.INVALID_VALUE, "should be positive");
        }
        return allocate(call, call.raw(index), kind, new Ledger.Owner(context, 0));
    }

    /// Allocates, unless this is the allocation that was asked to fail.
    static Block allocate(Invocation call, long bytes, Block.Kind kind, Ledger.Owner owner) {
        requireNoInjection(call);
        return call.machine()
                .ledger()
                .allocate(call.call().function().symbol(), bytes, kind, owner);
    }

    static void requireNoInjection(Invocation call) {
        if (call.machine().injections().isNextToFail(Counted.ALLOCATIONS)) {
            throw Refusal.of(DriverResult.OUT_OF_MEMORY, "the allocation fails, as --inject asks");
        }
    }

    private static void requireCurrent(Invocation call, Stream stream) {
        if (stream.context() != call.current()) {
            throw Refusal.blaming(
                    DriverResult.INVALID_CONTEXT,
                    "hStream is of another context than the current one");
        }
    }

    private Reply allocatePitch(Invocation call) {
        var context = call.current();
        long width = call.raw(0);
        long height = call.raw(1);
        int element = call.number(2);
        if (width == 0 || height == 0) {
            throw call.refusal(
                    width == 0 ? 0 : 1, DriverResult.INVALID_VALUE, "should be positive");
        }
        if (element != 4 && element != 8 && element != 16) {
            throw call.refusal(2, DriverResult.INVALID_VALUE, "should be 4, 8 or 16");
        }
        long most = context.gpu().spec().memory().bytes();
        if (width < 0 || height < 0 || width > most || height > most / width) {
            throw Refusal.of(DriverResult.OUT_OF_MEMORY, "the device has %d bytes".formatted(most));
        }
        long pitch = Math.ceilDiv(width, PITCH) * PITCH;
        var owner = new Ledger.Owner(context, 0);
        var block = allocate(call, pitch * height, Block.Kind.DEVICE, owner);
        return Reply.success(block.address(), pitch);
    }

    /// Nothing runs while memory goes: the call waits for all work that may use it.
    private Reply free(Invocation call) {
        var context = call.current();
        if (call.raw(0) == 0) {
            return Reply.success();
        }
        var block = block(call, 0);
        switch (block.kind()) {
            case DEVICE, POOL, MANAGED -> {}
            case HOST ->
                    throw call.blame(
                            0,
                            DriverResult.INVALID_VALUE,
                            "is host memory, which cuMemFreeHost frees");
            case RESERVATION ->
                    throw call.blame(
                            0,
                            DriverResult.INVALID_VALUE,
                            "is a reserved range, which cuMemAddressFree frees");
        }
        call.await(context, machine.worker().submitted());
        requireStill(call, 0, block);
        machine.ledger().free(block);
        return Reply.success();
    }

    private Reply freeAsync(Invocation call) {
        var stream = call.stream(1);
        var block = block(call, 0);
        if (block.kind() != Block.Kind.POOL && block.kind() != Block.Kind.DEVICE) {
            throw call.blame(
                    0, DriverResult.INVALID_VALUE, "is no memory of a pool or of cuMemAlloc");
        }
        call.await(stream);
        requireStill(call, 0, block);
        machine.ledger().free(block);
        return Reply.success();
    }

    /// The block that begins at the address of argument `index`.
    private Block block(Invocation call, int index) {
        return machine.ledger().at(call.raw(index)).orElseThrow(() -> noBlock(call, index));
    }

    static Refusal noBlock(Invocation call, int index) {
        return call.blame(
                index,
                DriverResult.INVALID_VALUE,
                "is no allocation: it is " + call.machine().memory().describe(call.raw(index)));
    }

    /// Another thread may have freed it meanwhile.
    private void requireStill(Invocation call, int index, Block block) {
        if (!block(call, index).equals(block)) {
            throw noBlock(call, index);
        }
    }
}
