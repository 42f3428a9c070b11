package org.offloadtck.emulation.context;

import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.resource.ContextLimit;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of the limits and preferences of the current context.
public final class ContextSettingHandlers implements DispatchTable.HandlerGroup {

    /// Largest `CUfunc_cache` (CUDA driver API 12.6): `PREFER_EQUAL`.
    public static final int LAST_CACHE_CONFIG = 3;

    /// Largest `CUsharedconfig` (CUDA driver API 12.6): `EIGHT_BYTE_BANK_SIZE`.
    public static final int LAST_SHARED_CONFIG = 2;

    /// `CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE`: what devices since compute capability 5.0 have,
    /// whatever is set (H200, driver 580.159).
    private static final long FOUR_BYTE_BANKS = 1;

    /// The first number that is no `CUlimit` (CUDA driver API 12.6, `CU_LIMIT_MAX`).
    private static final int LIMITS = 10;

    /// The greatest stream priority; the least is 0. Devices of compute capability 7.0 and later
    /// have six levels.
    public static final int GREATEST_PRIORITY = -5;

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_CTX_SET_LIMIT, ContextSettingHandlers::setLimit);
        table.add(
                DriverFunction.CU_CTX_GET_LIMIT,
                call -> DriverReply.success(call.current().limit(limit(call, call.current()))));
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
                call -> {
                    call.current();
                    return DriverReply.success(FOUR_BYTE_BANKS);
                });
        table.add(
                DriverFunction.CU_CTX_SET_SHARED_MEM_CONFIG,
                call -> {
                    call.current();
                    call.constant(0, LAST_SHARED_CONFIG);
                    return DriverReply.success();
                });
        table.add(
                DriverFunction.CU_CTX_GET_STREAM_PRIORITY_RANGE,
                call -> {
                    call.current();
                    return DriverReply.success(0L, (long) GREATEST_PRIORITY);
                });
    }

    private static ContextLimit limit(Invocation call, EmulatedContext context) {
        var result =
                call.number(0) < LIMITS
                        ? DriverResult.UNSUPPORTED_LIMIT
                        : DriverResult.INVALID_VALUE;
        return ContextLimit.of(call.number(0))
                .filter(limit -> limit.isSupported(context.device().spec()))
                .orElseThrow(() -> call.error(0, result, "is not a limit of the device"));
    }

    private static DriverReply setLimit(Invocation call) {
        var context = call.current();
        var limit = limit(call, context);
        long value = call.raw(1);
        if (value < 0) {
            throw call.error(1, DriverResult.INVALID_VALUE, "is too much");
        }
        long below = limit.below();
        if (value >= below) {
            throw call.error(1, DriverResult.INVALID_VALUE, "should be less than " + below);
        }
        if (limit == ContextLimit.MALLOC_HEAP_SIZE && context.hasHeap()) {
            throw DriverCallException.of(
                    DriverResult.INVALID_VALUE,
                    "the heap is in use: its size is settled by the first call of malloc");
        }
        context.setLimit(limit, limit.effective(value, context.device().spec()));
        return DriverReply.success();
    }
}
