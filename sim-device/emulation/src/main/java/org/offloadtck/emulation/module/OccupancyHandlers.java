package org.offloadtck.emulation.module;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.resource.KernelFunction;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.Invocation;
import org.offloadtck.engine.device.CtaDemand;

/// Handlers of the occupancy functions. Registers never limit the number of CTAs.
public final class OccupancyHandlers implements DispatchTable.HandlerGroup {

    /// `CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE` (CUDA driver API 12.6, `CUoccupancy_flags`).
    private static final int KNOWN_FLAGS = 1;

    @Override
    public void register(DispatchTable table) {
        table.add(
                DriverFunction.CU_OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR,
                OccupancyHandlers::maxActive);
        table.add(
                DriverFunction.CU_OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR_WITH_FLAGS,
                call -> {
                    call.flags(3, KNOWN_FLAGS);
                    return maxActive(call);
                });
        table.add(
                DriverFunction.CU_OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE, OccupancyHandlers::bestSize);
        table.add(
                DriverFunction.CU_OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE_WITH_FLAGS,
                call -> {
                    call.flags(3, KNOWN_FLAGS);
                    return bestSize(call);
                });
        table.add(
                DriverFunction.CU_OCCUPANCY_AVAILABLE_DYNAMIC_SMEM_PER_BLOCK,
                OccupancyHandlers::availableShared);
    }

    private static DriverReply maxActive(Invocation call) {
        call.current();
        var function = call.kernel(0);
        int threads = call.number(1);
        if (threads < 1) {
            throw call.error(1, DriverResult.INVALID_VALUE, "should be positive");
        }
        return DriverReply.success((long) ctas(function, threads, call.raw(2)));
    }

    /// The number of CTAs of `function` that are resident on a multiprocessor: none if the function
    /// may not have so much dynamic shared memory. `.maxntid` limits launches, not this (H200,
    /// driver 580.159).
    ///
    /// @param dynamicShared bytes, unsigned
    static int ctas(KernelFunction function, int threads, long dynamicShared) {
        var spec = function.module().context().device().spec();
        boolean isTooLarge =
                threads > spec.cta().threads()
                        || Long.compareUnsigned(dynamicShared, function.maxDynamicSharedBytes())
                                > 0;
        return isTooLarge
                ? 0
                : spec.ctasPerMultiprocessor(
                        new CtaDemand(
                                threads, 0, function.staticSharedBytes() + (int) dynamicShared));
    }

    /// The block size with the most resident threads; of equal ones the largest.
    private static DriverReply bestSize(Invocation call) {
        var function = call.kernel(0);
        var spec = function.module().context().device().spec();
        int limit = call.number(2) == 0 ? Integer.MAX_VALUE : call.number(2);
        if (limit < 0) {
            throw call.error(2, DriverResult.INVALID_VALUE, "should not be negative");
        }
        int most = (int) Math.min(limit, FunctionAttribute.MAX_THREADS_PER_BLOCK.value(function));
        int step = spec.cta().warpThreads();
        int best = 0;
        int bestCtas = 0;
        for (int threads = Math.ceilDiv(most, step) * step; threads > 0; threads -= step) {
            int size = Math.min(threads, most);
            int ctas = ctas(function, size, dynamicShared(call, size, step));
            if ((long) ctas * size > (long) bestCtas * best) {
                best = size;
                bestCtas = ctas;
            }
        }
        return DriverReply.success((long) bestCtas * spec.multiprocessor().count(), (long) best);
    }

    /// The dynamic shared memory for a block size, as the callback of the caller returned it, or
    /// else the constant. Behind the sizes for whole warps is the one for the limit of the caller.
    private static long dynamicShared(Invocation call, int threads, int warp) {
        byte[] sizes = call.call().buffer(0);
        boolean isLimit = threads == call.number(2) && threads % warp != 0;
        int at =
                isLimit
                        ? sizes.length - Long.BYTES
                        : (Math.ceilDiv(threads, warp) - 1) * Long.BYTES;
        return at < 0 || at + Long.BYTES > sizes.length
                ? call.raw(1)
                : ByteBuffer.wrap(sizes).order(ByteOrder.LITTLE_ENDIAN).getLong(at);
    }

    /// The largest dynamic shared memory with which so many CTAs are resident, at most what the
    /// function may have. Drivers leave out what the system takes of each CTA (H200, driver
    /// 580.159).
    private static DriverReply availableShared(Invocation call) {
        var function = call.kernel(0);
        int wanted = call.number(1);
        int threads = call.number(2);
        if (wanted < 1 || threads < 1 || ctas(function, threads, 0) < wanted) {
            throw call.error(1, DriverResult.INVALID_VALUE, "blocks of that size do not fit");
        }
        var spec = function.module().context().device().spec();
        int unit = spec.cta().sharedUnitBytes();
        int share = spec.multiprocessor().sharedBytes() / wanted / unit * unit;
        int room = Math.max(0, share - function.staticSharedBytes());
        return DriverReply.success((long) Math.min(room, function.maxDynamicSharedBytes()));
    }
}
