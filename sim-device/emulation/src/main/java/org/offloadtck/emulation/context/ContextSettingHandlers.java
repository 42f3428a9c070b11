package org.offloadtck.emulation.context;

import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.resource.ContextLimit;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.Invocation;
import org.offloadtck.engine.launch.LaunchLimits;

/// Handlers of the limits and preferences of the current context.
public final class ContextSettingHandlers implements DispatchTable.HandlerGroup {

    /// Largest `CUfunc_cache` (CUDA driver API 12.6): `PREFER_EQUAL`.
    public static final int LAST_CACHE_CONFIG = 3;

    /// Largest `CUsharedconfig` (CUDA driver API 12.6): `EIGHT_BYTE_BANK_SIZE`.
    public static final int LAST_SHARED_CONFIG = 2;

    /// The greatest stream priority; the least is 0. Devices of compute capability 7.0 and later
    /// have six levels.
    public static final int GREATEST_PRIORITY = -5;

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_CTX_SET_LIMIT, ContextSettingHandlers::setLimit);
        table.add(
                DriverFunction.CU_CTX_GET_LIMIT,
                call -> DriverReply.success(call.current().limit(limit(call))));
        table.add(
                DriverFunction.CU_CTX_GET_CACHE_CONFIG,
                call -> DriverReply.success((long) call.current().cacheConfig()));
        table.add(
                DriverFunction.CU_CTX_SET_CACHE_CONFIG,
                call -> {
                    call.current().setCacheConfig(call.constant(0, LAST_CACHE_CONFIG));
                    return DriverReply.success();
                });
        table.add(
                DriverFunction.CU_CTX_GET_SHARED_MEM_CONFIG,
                call -> DriverReply.success((long) call.current().sharedMemConfig()));
        table.add(
                DriverFunction.CU_CTX_SET_SHARED_MEM_CONFIG,
                call -> {
                    call.current().setSharedMemConfig(call.constant(0, LAST_SHARED_CONFIG));
                    return DriverReply.success();
                });
        table.add(
                DriverFunction.CU_CTX_GET_STREAM_PRIORITY_RANGE,
                call -> {
                    call.current();
                    return DriverReply.success(0L, (long) GREATEST_PRIORITY);
                });
    }

    private static ContextLimit limit(Invocation call) {
        return ContextLimit.of(call.number(0))
                .orElseThrow(() -> call.error(0, DriverResult.UNSUPPORTED_LIMIT, "is not a limit"));
    }

    private static DriverReply setLimit(Invocation call) {
        var context = call.current();
        var limit = limit(call);
        long value = call.raw(1);
        if (value < 0) {
            throw call.error(1, DriverResult.INVALID_VALUE, "is too much");
        }
        if (limit == ContextLimit.STACK_SIZE && value > LaunchLimits.MAX_LOCAL) {
            throw call.error(
                    1,
                    DriverResult.INVALID_VALUE,
                    "should be at most %d bytes a thread".formatted(LaunchLimits.MAX_LOCAL));
        }
        if (limit == ContextLimit.MALLOC_HEAP_SIZE && context.hasHeap()) {
            throw DriverCallException.of(
                    DriverResult.INVALID_VALUE,
                    "the heap is in use: its size is settled by the first launch");
        }
        context.setLimit(limit, value);
        return DriverReply.success();
    }
}
