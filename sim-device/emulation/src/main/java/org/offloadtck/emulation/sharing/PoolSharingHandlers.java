package org.offloadtck.emulation.sharing;

import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.interprocess.MemoryHandle.Use;
import org.offloadtck.emulation.memory.MemoryPoolHandlers;
import org.offloadtck.emulation.memory.MemoryProperties;
import org.offloadtck.emulation.resource.AllocationTable;
import org.offloadtck.emulation.resource.DriverAllocation;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Handlers that share memory pools and their allocations.
///
/// Requirement: ER-34.
public final class PoolSharingHandlers implements DispatchTable.HandlerGroup {

    private final DriverState state;

    public PoolSharingHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_MEM_POOL_EXPORT_TO_SHAREABLE_HANDLE, this::export);
        table.add(DriverFunction.CU_MEM_POOL_IMPORT_FROM_SHAREABLE_HANDLE, this::importPool);
        table.add(DriverFunction.CU_MEM_POOL_EXPORT_POINTER, this::exportPointer);
        table.add(DriverFunction.CU_MEM_POOL_IMPORT_POINTER, this::importPointer);
    }

    private DriverReply export(Invocation call) {
        var pool = call.pool(0);
        MemoryProperties.requireDescriptor(call, 1);
        call.flags(2, 0);
        var file =
                state.interprocess()
                        .file(pool)
                        .filter(_ -> !pool.isImported())
                        .orElseThrow(() ->
                                call.error(
                                        0,
                                        DriverResult.INVALID_VALUE,
                                        "was created without CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR"));
        return DriverReply.success().withText(file.path());
    }

    private DriverReply importPool(Invocation call) {
        MemoryProperties.requireDescriptor(call, 1);
        call.flags(2, 0);
        var file =
                state.interprocess().openDescriptor(call.raw(0)).orElseThrow(() -> foreign(call));
        var device =
                state.devices().stream()
                        .filter(each -> file.name().equals(MemoryPoolHandlers.fileName(each)))
                        .findFirst()
                        .orElseThrow(() -> {
                            state.interprocess().close(file);
                            return foreign(call);
                        });
        var pool = state.pools().createImported(device);
        state.interprocess().adopt(pool, file);
        return DriverReply.success(pool.handle());
    }

    private static DriverCallException foreign(Invocation call) {
        return call.misuse(
                0,
                DriverResult.INVALID_VALUE,
                "is not a descriptor of a memory pool of a device of this process");
    }

    private DriverReply exportPointer(Invocation call) {
        var block =
                state.allocations()
                        .startingAt(call.raw(0))
                        .filter(each -> each.kind() == DriverAllocation.Kind.POOL)
                        .filter(each -> each.pool().flatMap(state.interprocess()::file).isPresent())
                        .orElseThrow(() ->
                                call.misuse(
                                        0,
                                        DriverResult.INVALID_VALUE,
                                        "is not memory of a pool that can be shared: it is "
                                                + state.memory().describe(call.raw(0))));
        var handle = state.interprocess().export(Use.POOL_POINTER, block.address(), block.size());
        return DriverReply.success().withBuffers(handle.bytes());
    }

    private DriverReply importPointer(Invocation call) {
        var context = call.current();
        if (!call.pool(0).isImported()) {
            throw call.error(0, DriverResult.INVALID_VALUE, "is not a pool of another process");
        }
        var handle = MemorySharingHandlers.handle(call, 0, Use.POOL_POINTER);
        var opened = state.interprocess().open(handle, call.call().caller());
        var owner = new AllocationTable.Owner(context, 0);
        state.allocations().add(owner.of(opened.allocation(), DriverAllocation.Kind.IMPORTED_POOL));
        return opened.mapping().reply(opened.allocation().address());
    }
}
