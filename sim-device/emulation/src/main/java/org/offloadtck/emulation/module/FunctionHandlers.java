package org.offloadtck.emulation.module;

import java.util.List;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.context.ContextSettingHandlers;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.Invocation;
import org.offloadtck.engine.code.CallSite.FrameSlot;

/// Handlers of the functions that query and set attributes of kernels.
public final class FunctionHandlers implements DispatchTable.HandlerGroup {

    // `CUfunctionLoadingState` (CUDA driver API 13.0): a function is loaded once it is decoded.
    private static final long UNLOADED = 0;
    private static final long LOADED = 1;

    @Override
    public void register(DispatchTable table) {
        table.add(
                DriverFunction.CU_FUNC_GET_ATTRIBUTE,
                call ->
                        DriverReply.success(
                                AttributeChange.attribute(call, 0).value(call.function(1))));
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
        table.add(
                DriverFunction.CU_FUNC_LOAD,
                call -> {
                    call.function(0).code();
                    return DriverReply.success();
                });
        table.add(
                DriverFunction.CU_FUNC_IS_LOADED,
                call -> DriverReply.success(call.function(0).isDecoded() ? LOADED : UNLOADED));
    }

    private static DriverReply setAttribute(Invocation call) {
        new AttributeChange(call, 1).apply(call.function(0).configured());
        return DriverReply.success();
    }

    private static DriverReply parameter(Invocation call) {
        return parameter(call, call.function(0).parameters());
    }

    /// The place of the parameter whose index is argument 1.
    static DriverReply parameter(Invocation call, List<FrameSlot> pieces) {
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
