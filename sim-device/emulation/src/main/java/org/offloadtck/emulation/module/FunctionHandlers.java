package org.offloadtck.emulation.module;

import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.context.ContextSettingHandlers;
import org.offloadtck.emulation.resource.KernelFunction;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of the functions that query and set attributes of kernels.
public final class FunctionHandlers implements DispatchTable.HandlerGroup {

    /// Largest carve-out in percent.
    private static final int WHOLE = 100;

    @Override
    public void register(DispatchTable table) {
        table.add(
                DriverFunction.CU_FUNC_GET_ATTRIBUTE,
                call -> DriverReply.success(attribute(call, 0).value(call.function(1))));
        table.add(DriverFunction.CU_FUNC_SET_ATTRIBUTE, FunctionHandlers::setAttribute);
        table.add(
                DriverFunction.CU_FUNC_SET_CACHE_CONFIG,
                call -> {
                    call.function(0);
                    call.constant(1, ContextSettingHandlers.LAST_CACHE_CONFIG);
                    return DriverReply.success();
                });
        table.add(
                DriverFunction.CU_FUNC_SET_SHARED_MEM_CONFIG,
                call -> {
                    call.function(0);
                    call.constant(1, ContextSettingHandlers.LAST_SHARED_CONFIG);
                    return DriverReply.success();
                });
        table.add(
                DriverFunction.CU_FUNC_GET_MODULE,
                call -> {
                    if (call.raw(0) == 0) {
                        throw call.misuse(0, DriverResult.INVALID_VALUE, "should be a function");
                    }
                    return DriverReply.success(call.function(0).module().handle());
                });
        table.add(
                DriverFunction.CU_FUNC_GET_NAME,
                call -> DriverReply.success().withText(call.function(0).name()));
        table.add(DriverFunction.CU_FUNC_GET_PARAM_INFO, FunctionHandlers::parameter);
    }

    private static FunctionAttribute attribute(Invocation call, int index) {
        return FunctionAttribute.of(call.number(index))
                .orElseThrow(
                        () -> call.error(index, DriverResult.INVALID_VALUE, "is not an attribute"));
    }

    private static DriverReply setAttribute(Invocation call) {
        var function = call.function(0);
        switch (attribute(call, 1)) {
            case MAX_DYNAMIC_SHARED_SIZE_BYTES ->
                    function.setMaxDynamicSharedBytes(from(call, 0, sharedRoom(function)));
            case PREFERRED_SHARED_MEMORY_CARVEOUT ->
                    function.setSharedMemoryCarveout(from(call, -1, WHOLE));
            case REQUIRED_CLUSTER_WIDTH,
                    REQUIRED_CLUSTER_HEIGHT,
                    REQUIRED_CLUSTER_DEPTH,
                    NON_PORTABLE_CLUSTER_SIZE_ALLOWED,
                    CLUSTER_SCHEDULING_POLICY_PREFERENCE ->
                    throw call.error(
                            1,
                            DriverResult.NOT_SUPPORTED,
                            "is about clusters, which are not emulated");
            case MAX_THREADS_PER_BLOCK,
                    SHARED_SIZE_BYTES,
                    CONST_SIZE_BYTES,
                    LOCAL_SIZE_BYTES,
                    NUM_REGS,
                    PTX_VERSION,
                    BINARY_VERSION,
                    CACHE_MODE_CA,
                    CLUSTER_SIZE_MUST_BE_SET ->
                    throw call.error(1, DriverResult.INVALID_VALUE, "can only be read");
        }
        return DriverReply.success();
    }

    /// Largest dynamic shared memory of a launch, in bytes.
    private static int sharedRoom(KernelFunction function) {
        return function.module().context().device().spec().cta().sharedBytesOptIn()
                - function.staticSharedBytes();
    }

    /// The value to set.
    ///
    /// @throws org.offloadtck.emulation.api.DriverCallException if it is not from `least` to `most`
    private static int from(Invocation call, int least, int most) {
        int value = call.number(2);
        if (value < least || value > most) {
            throw call.error(
                    2,
                    DriverResult.INVALID_VALUE,
                    "should be from %d to %d".formatted(least, most));
        }
        return value;
    }

    private static DriverReply parameter(Invocation call) {
        var pieces = call.function(0).code().parameters();
        if (Long.compareUnsigned(call.raw(1), pieces.size()) >= 0) {
            throw call.error(
                    1,
                    DriverResult.INVALID_VALUE,
                    "is not a parameter: there are " + pieces.size());
        }
        var piece = pieces.get((int) call.raw(1));
        return DriverReply.success((long) piece.offset(), (long) piece.size());
    }
}
