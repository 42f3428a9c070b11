package org.offloadtck.emulation.memory;

import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.resource.AddressReservations.Access;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.EmulatedDevice;
import org.offloadtck.emulation.resource.MemoryPool;
import org.offloadtck.emulation.resource.MemoryPools;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of memory pools (CUDA driver API 12.6, "Stream Ordered Memory Allocator").
///
/// `cuMemPoolSetAccess` is stored, not enforced: kernels of every device access the memory of a
/// pool.
public final class MemoryPoolHandlers implements DispatchTable.HandlerGroup {

    private final DriverState state;
    private final MemoryPools pools;

    public MemoryPoolHandlers(DriverState state) {
        this.state = state;
        this.pools = state.pools();
    }

    @Override
    public void register(DispatchTable table) {
        table.add(
                DriverFunction.CU_DEVICE_GET_DEFAULT_MEM_POOL,
                call -> DriverReply.success(pools.defaultOf(call.device(0)).handle()));
        table.add(
                DriverFunction.CU_DEVICE_GET_MEM_POOL,
                call -> DriverReply.success(pools.currentOf(call.device(0)).handle()));
        table.add(
                DriverFunction.CU_DEVICE_SET_MEM_POOL, call -> setCurrent(call, call.device(0), 1));
        table.add(
                DriverFunction.CU_MEM_GET_DEFAULT_MEM_POOL,
                call -> DriverReply.success(pools.defaultOf(located(call)).handle()));
        table.add(
                DriverFunction.CU_MEM_GET_MEM_POOL,
                call -> DriverReply.success(pools.currentOf(located(call)).handle()));
        table.add(DriverFunction.CU_MEM_SET_MEM_POOL, call -> setCurrent(call, located(call), 3));
        table.add(DriverFunction.CU_MEM_POOL_CREATE, this::create);
        table.add(DriverFunction.CU_MEM_POOL_DESTROY, this::destroy);
        table.add(
                DriverFunction.CU_MEM_POOL_TRIM_TO,
                call -> {
                    call.pool(0);
                    return DriverReply.success();
                });
        table.add(DriverFunction.CU_MEM_POOL_SET_ATTRIBUTE, MemoryPoolHandlers::setAttribute);
        table.add(
                DriverFunction.CU_MEM_POOL_GET_ATTRIBUTE,
                call -> DriverReply.success(call.pool(0).value(attribute(call))));
        table.add(DriverFunction.CU_MEM_POOL_SET_ACCESS, this::setAccess);
        table.add(DriverFunction.CU_MEM_POOL_GET_ACCESS, MemoryPoolHandlers::access);
        table.add(DriverFunction.CU_MEM_ALLOC_FROM_POOL_ASYNC, MemoryPoolHandlers::allocate);
    }

    /// The device of a location and a type of allocation, the first arguments (CUDA driver API
    /// 13.0, `cuMemGetMemPool`).
    private static EmulatedDevice located(Invocation call) {
        MemoryProperties.requireDeviceLocation(call, 0);
        MemoryProperties.requirePinned(call, 2);
        return call.device(1);
    }

    private DriverReply setCurrent(Invocation call, EmulatedDevice device, int index) {
        var pool = call.pool(index);
        if (pool.device() != device) {
            throw call.error(index, DriverResult.INVALID_VALUE, "is of another device");
        }
        requireOwn(call, index);
        pools.setCurrent(pool);
        return DriverReply.success();
    }

    /// The pool in argument `index`. "Imported memory pools do not support creating new
    /// allocations" (CUDA driver API 13.0, `cuMemPoolImportFromShareableHandle`).
    private static MemoryPool requireOwn(Invocation call, int index) {
        var pool = call.pool(index);
        if (pool.isImported()) {
            throw call.error(index, DriverResult.INVALID_VALUE, "is a pool of another process");
        }
        return pool;
    }

    private DriverReply create(Invocation call) {
        var gpu = MemoryProperties.requireShareable(call, 0);
        if (call.raw(4) < 0) {
            throw call.error(4, DriverResult.INVALID_VALUE, "is more than a device can have");
        }
        var pool = pools.create(gpu, call.raw(4));
        if (call.number(1) != 0) {
            state.interprocess().share(pool, fileName(gpu), 0);
        }
        return DriverReply.success(pool.handle());
    }

    /// The name of the file that stands for a pool that can be shared.
    public static String fileName(EmulatedDevice device) {
        return "pool-%d".formatted(device.index());
    }

    private DriverReply destroy(Invocation call) {
        var pool = call.pool(0);
        if (pool == pools.defaultOf(pool.device())) {
            throw call.misuse(0, DriverResult.INVALID_VALUE, "is the default pool of its device");
        }
        pools.destroy(pool);
        state.interprocess().forget(pool);
        return DriverReply.success();
    }

    private static MemoryPool.Attribute attribute(Invocation call) {
        return MemoryPool.Attribute.of(call.number(1))
                .orElseThrow(
                        () -> call.error(1, DriverResult.INVALID_VALUE, "is not an attribute"));
    }

    private static DriverReply setAttribute(Invocation call) {
        var pool = call.pool(0);
        var attribute = attribute(call);
        if (!attribute.accepts(call.raw(2))) {
            throw call.error(
                    2,
                    DriverResult.INVALID_VALUE,
                    "is not a value that %s takes".formatted(attribute));
        }
        pool.setValue(attribute, call.raw(2));
        return DriverReply.success();
    }

    private DriverReply setAccess(Invocation call) {
        var pool = call.pool(0);
        for (var each : MemoryProperties.access(call, state, 1)) {
            if (each.device() == pool.device() && each.access() != Access.READ_WRITE) {
                throw DriverCallException.of(
                        DriverResult.INVALID_VALUE, "the pool's own device cannot lose access");
            }
            pool.setAccess(each.device(), each.access());
        }
        return DriverReply.success();
    }

    private static DriverReply access(Invocation call) {
        MemoryProperties.requireDeviceLocation(call, 1);
        return DriverReply.success((long) call.pool(0).access(call.device(2)).flags());
    }

    private static DriverReply allocate(Invocation call) {
        var pool = requireOwn(call, 1);
        return AllocationHandlers.allocate(call, pool, context(call, pool), call.stream(2));
    }

    /// The context of the stream, or the primary one of the pool's device if that is another.
    private static EmulatedContext context(Invocation call, MemoryPool pool) {
        var context = call.stream(2).context();
        return context.device() == pool.device()
                ? context
                : pool.device()
                        .primary()
                        .orElseThrow(() ->
                                call.error(
                                        1,
                                        DriverResult.INVALID_CONTEXT,
                                        "is of a device without a primary context"));
    }
}
