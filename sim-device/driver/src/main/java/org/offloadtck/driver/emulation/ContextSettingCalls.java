package org.offloadtck.driver.emulation;

import org.offloadtck.driver.api.DriverCall;
import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.driver.api.Reply;
import org.offloadtck.simt.execution.LaunchLimits;

/// Limits and preferences of the current context.
final class ContextSettingCalls implements CallTable.Group {

    /// Largest `CUfunc_cache` (CUDA driver API 12.6): `PREFER_EQUAL`.
    static final int LAST_CACHE_CONFIG = 3;

    /// Largest `CUsharedconfig` (CUDA driver API 12.6): `EIGHT_BYTE_BANK_SIZE`.
    static final int LAST_SHARED_CONFIG = 2;

    /// The greatest priority a stream can have; the least is 0. Compute capability 7.0 and later
    /// have six levels.
    static final int GREATEST_PRIORITY = -5;

    @Override
    public void offer(CallTable table) {
        table.on(DriverCall.CU_CTX_SET_LIMIT, ContextSettingCalls::setLimit);
        table.on(
                DriverCall.CU_CTX_GET_LIMIT,
                call -> Reply.success(call.current().limit(limit(call))));
        table.on(
                DriverCall.CU_CTX_GET_CACHE_CONFIG,
                call -> Reply.success((long) call.current().cacheConfig()));
        table.on(
                DriverCall.CU_CTX_SET_CACHE_CONFIG,
                call -> {
                    call.current().setCacheConfig(choice(call, 0, LAST_CACHE_CONFIG));
                    return Reply.success();
                });
        table.on(
                DriverCall.CU_CTX_GET_SHARED_MEM_CONFIG,
                call -> Reply.success((long) call.current().sharedMemConfig()));
        table.on(
                DriverCall.CU_CTX_SET_SHARED_MEM_CONFIG,
                call -> {
                    call.current().setSharedMemConfig(choice(call, 0, LAST_SHARED_CONFIG));
                    return Reply.success();
                });
        table.on(
                DriverCall.CU_CTX_GET_STREAM_PRIORITY_RANGE,
                call -> {
                    call.current();
                    return Reply.success(0L, (long) GREATEST_PRIORITY);
                });
    }

    private static ContextLimit limit(Invocation call) {
        return ContextLimit.of(call.number(0))
                .orElseThrow(() -> call.refusal(0, DriverResult.UNSUPPORTED_LIMIT, "is no limit"));
    }

    private static Reply setLimit(Invocation call) {
        var context = call.current();
        var limit = limit(call);
        long value = call.raw(1);
        if (value < 0) {
            throw call.refusal(1, DriverResult.INVALID_VALUE, "is too much");
        }
        if (limit == ContextLimit.STACK_SIZE && value > LaunchLimits.MAX_LOCAL) {
            throw call.refusal(
                    1,
                    DriverResult.INVALID_VALUE,
                    "should be at most %d bytes a thread".formatted(LaunchLimits.MAX_LOCAL));
        }
        if (limit == ContextLimit.MALLOC_HEAP_SIZE && context.hasHeap()) {
            throw Refusal.of(
                    DriverResult.INVALID_VALUE,
                    "the heap is in use: its size is settled by the first launch");
        }
        context.setLimit(limit, value);
        return Reply.success();
    }

    /// A number of an enumeration that begins with 0.
    static int choice(Invocation call, int index, int last) {
        int value = call.number(index);
        if (value < 0 || value > last) {
            throw call.refusal(index, DriverResult.INVALID_VALUE, "should be from 0 to " + last);
        }
        return value;
    }
}
