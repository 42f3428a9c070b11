package org.offloadtck.emulation.module;

import java.util.List;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.context.ContextSettingHandlers;
import org.offloadtck.emulation.library.LibraryKernel;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.Invocation;
import org.offloadtck.engine.code.CallSite.FrameSlot;

/// Handlers of the functions that query and set attributes of kernels of libraries.
///
/// Requirement: ER-30.
public final class KernelHandlers implements DispatchTable.HandlerGroup {

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_KERNEL_GET_FUNCTION, KernelHandlers::function);
        table.add(
                DriverFunction.CU_KERNEL_GET_LIBRARY,
                call -> DriverReply.success(kernel(call, 0).library().handle()));
        table.add(
                DriverFunction.CU_KERNEL_GET_ATTRIBUTE,
                call -> {
                    var attribute = AttributeChange.attribute(call, 0);
                    var kernel = kernel(call, 1).configured(call.device(2));
                    return DriverReply.success(attribute.value(kernel));
                });
        table.add(
                DriverFunction.CU_KERNEL_SET_ATTRIBUTE,
                call -> {
                    var kernel = kernel(call, 2).configured(call.device(3));
                    new AttributeChange(call, 0).apply(kernel);
                    return DriverReply.success();
                });
        table.add(
                DriverFunction.CU_KERNEL_SET_CACHE_CONFIG,
                call -> {
                    kernel(call, 0);
                    call.constant(1, ContextSettingHandlers.LAST_CACHE_CONFIG);
                    call.device(2);
                    return DriverReply.success();
                });
        table.add(DriverFunction.CU_KERNEL_GET_NAME, KernelHandlers::name);
        table.add(
                DriverFunction.CU_KERNEL_GET_PARAM_INFO,
                call -> FunctionHandlers.parameter(call, parameters(kernel(call, 0))));
    }

    private static List<FrameSlot> parameters(LibraryKernel kernel) {
        return kernel.library().code().parameters(kernel.name());
    }

    private static LibraryKernel kernel(Invocation call, int index) {
        return call.find(
                index, HandleKind.KERNEL, LibraryKernel.class, DriverResult.INVALID_HANDLE);
    }

    private static DriverReply function(Invocation call) {
        var function = kernel(call, 0).function(call.current());
        return DriverReply.success(function.handle())
                .withBuffers(KernelLookup.layout(function.parameters()));
    }

    private static DriverReply name(Invocation call) {
        if (call.raw(0) == 0) {
            throw call.misuse(0, DriverResult.INVALID_VALUE, "should be a kernel");
        }
        return DriverReply.success().withText(kernel(call, 0).name());
    }
}
