package org.offloadtck.emulation.module;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.kernel.CompilerRegisterLimit;
import org.offloadtck.emulation.resource.KernelFunction;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// Handlers of the functions that load, unload and query modules.
///
/// Requirements: ER-03, SD-29.
public final class ModuleHandlers implements DispatchTable.HandlerGroup {

    /// `CU_MODULE_LAZY_LOADING` (CUDA driver API 12.6, `CUmoduleLoadingMode`), the default of
    /// drivers since CUDA 12.2. A module is loaded at once here, which a program cannot notice.
    private static final long LAZY_LOADING = 2;

    private final DriverState state;
    private final ModuleLoader loader;
    private final KernelLookup kernels;

    public ModuleHandlers(DriverState state) {
        this.state = state;
        this.loader = new ModuleLoader(state, "module");
        this.kernels = new KernelLookup(state);
    }

    @Override
    public void register(DispatchTable table) {
        table.add(
                DriverFunction.CU_MODULE_LOAD,
                call ->
                        load(
                                call,
                                call.call().text(0),
                                call.call().buffer(1),
                                CompilerRegisterLimit.NONE));
        table.add(DriverFunction.CU_MODULE_LOAD_DATA, this::loadData);
        table.add(DriverFunction.CU_MODULE_LOAD_FAT_BINARY, this::loadData);
        table.add(DriverFunction.CU_MODULE_LOAD_DATA_EX, this::loadLogging);
        table.add(DriverFunction.CU_MODULE_UNLOAD, this::unload);
        table.add(
                DriverFunction.CU_MODULE_GET_LOADING_MODE, _ -> DriverReply.success(LAZY_LOADING));
        table.add(DriverFunction.CU_MODULE_GET_FUNCTION, this::function);
        table.add(
                DriverFunction.CU_MODULE_GET_FUNCTION_COUNT,
                call ->
                        DriverReply.success(
                                (long) KernelLookup.names(call.module(0).text()).size()));
        table.add(DriverFunction.CU_MODULE_ENUMERATE_FUNCTIONS, this::enumerate);
        table.add(DriverFunction.CU_MODULE_GET_GLOBAL, ModuleHandlers::global);
        table.add(DriverFunction.CU_MODULE_GET_TEX_REF, call -> reference(call, PtxType.TEXREF));
        table.add(DriverFunction.CU_MODULE_GET_SURF_REF, call -> reference(call, PtxType.SURFREF));
    }

    private DriverReply loadData(Invocation call) {
        return load(call, "", call.call().buffer(0), CompilerRegisterLimit.NONE);
    }

    private DriverReply load(
            Invocation call, String name, byte[] image, CompilerRegisterLimit limit) {
        var context = call.current();
        try {
            return DriverReply.success(loader.load(context, name, image, limit).handle());
        } catch (DriverCallException failure) {
            state.recorder().recordRejectedModule(call.call(), failure);
            throw failure;
        }
    }

    /// The error log contains the reason of a failure; the information log stays empty.
    private DriverReply loadLogging(Invocation call) {
        try {
            var limit = CompilerRegisterLimit.of(call.call().buffer(1), call.call().buffer(2));
            return load(call, "", call.call().buffer(0), limit)
                    .withBuffers(new byte[0], new byte[0]);
        } catch (DriverCallException failure) {
            throw failure.withBuffers(List.of(new byte[0], failure.reason().getBytes(UTF_8)));
        }
    }

    private DriverReply unload(Invocation call) {
        var module = call.module(0);
        call.thread().await(module.context().work());
        state.unload(module);
        return DriverReply.success();
    }

    private DriverReply function(Invocation call) {
        var module = call.module(0);
        var name = call.call().text(0);
        if (name.isEmpty()) {
            throw DriverCallException.of(DriverResult.INVALID_VALUE, "name is empty");
        }
        var function = kernels.function(module, name);
        return DriverReply.success(function.handle())
                .withBuffers(KernelLookup.layout(function.parameters()));
    }

    private DriverReply enumerate(Invocation call) {
        var module = call.module(1);
        var functions =
                KernelLookup.names(module.text()).stream()
                        .limit(Integer.toUnsignedLong(call.number(0)))
                        .map(name -> kernels.listed(module, name))
                        .toList();
        return DriverReply.success()
                .withBuffers(
                        KernelLookup.handles(functions),
                        KernelLookup.layouts(
                                functions.stream().map(KernelFunction::parameters).toList()));
    }

    private static DriverReply global(Invocation call) {
        return KernelLookup.global(call.module(0), call.call().text(0));
    }

    private static DriverReply reference(Invocation call, PtxType type) {
        return KernelLookup.reference(call.module(0), call.call().text(0), type);
    }
}
