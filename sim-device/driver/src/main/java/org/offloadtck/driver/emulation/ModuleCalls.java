package org.offloadtck.driver.emulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import org.offloadtck.driver.api.DriverCall;
import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.driver.api.Reply;
import org.offloadtck.simt.image.DeviceFunction;
import org.offloadtck.simt.image.UnsimulatedKernelException;

/// Modules: loading, unloading and what they define.
final class ModuleCalls implements CallTable.Group {

    /// `CU_MODULE_EAGER_LOADING` (CUDA driver API 12.6, `CUmoduleLoadingMode`).
    private static final long EAGER_LOADING = 1;

    private final Machine machine;
    private final ModuleLoader loader;

    ModuleCalls(Machine machine) {
        this.machine = machine;
        this.loader = new ModuleLoader(machine);
    }

    @Override
    public void offer(CallTable table) {
        table.on(
                DriverCall.CU_MODULE_LOAD,
                call -> load(call, call.call().text(0), call.call().buffer(1)));
        table.on(DriverCall.CU_MODULE_LOAD_DATA, call -> load(call, "", call.call().buffer(0)));
        table.on(
                DriverCall.CU_MODULE_LOAD_FAT_BINARY,
                call -> load(call, "", call.call().buffer(0)));
        table.on(DriverCall.CU_MODULE_LOAD_DATA_EX, this::loadLogging);
        table.on(DriverCall.CU_MODULE_UNLOAD, this::unload);
        table.on(DriverCall.CU_MODULE_GET_LOADING_MODE, _ -> Reply.success(EAGER_LOADING));
        table.on(DriverCall.CU_MODULE_GET_FUNCTION, this::function);
        table.on(DriverCall.CU_MODULE_GET_GLOBAL, ModuleCalls::global);
    }

    private Reply load(Invocation call, String name, byte[] image) {
        return Reply.success(loader.load(call.current(), name, image).handle());
    }

    /// The error log says why there is no module; the other one stays empty.
    private Reply loadLogging(Invocation call) {
        try {
            return load(call, "", call.call().buffer(0)).withBuffers(new byte[0], new byte[0]);
        } catch (Refusal refusal) {
            throw refusal.with(List.of(new byte[0], refusal.reason().getBytes(UTF_8)));
        }
    }

    private Reply unload(Invocation call) {
        var module = call.module(0);
        call.thread().await(module.context().last());
        machine.unload(module);
        return Reply.success();
    }

    private Reply function(Invocation call) {
        var module = call.module(0);
        var name = call.call().text(0);
        var function =
                module.function(name)
                        .or(() -> kernel(module, name).map(code -> add(module, code)))
                        .orElseThrow(() ->
                                Refusal.of(
                                        DriverResult.NOT_FOUND,
                                        "name=\"%s\" is no kernel of %s"
                                                .formatted(name, module.text().source())));
        return Reply.success(function.handle()).withBuffers(layout(function.code()));
    }

    private static Optional<DeviceFunction> kernel(LoadedModule module, String name) {
        try {
            return module.image().kernel(name);
        } catch (UnsimulatedKernelException fault) {
            throw Refusal.blaming(DriverResult.NOT_SUPPORTED, String.valueOf(fault.getMessage()));
        }
    }

    private KernelFunction add(LoadedModule module, DeviceFunction code) {
        int shared = module.context().gpu().spec().cta().sharedBytes();
        var function =
                new KernelFunction(
                        machine.handles().give(HandleKind.FUNCTION),
                        module,
                        code,
                        Math.max(0, shared - code.sharedBytes()));
        module.add(function);
        machine.handles().add(function);
        return function;
    }

    /// Offset and size of each parameter.
    private static byte[] layout(DeviceFunction code) {
        var pieces = code.parameters();
        var layout =
                ByteBuffer.allocate(pieces.size() * 2 * Integer.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN);
        pieces.forEach(piece -> layout.putInt(piece.offset()).putInt(piece.size()));
        return layout.array();
    }

    private static Reply global(Invocation call) {
        var module = call.module(0);
        var name = call.call().text(0);
        return module.image()
                .variable(name)
                .map(variable -> Reply.success(variable.address(), variable.size()))
                .orElseThrow(() ->
                        Refusal.of(
                                DriverResult.NOT_FOUND,
                                "name=\"%s\" is no variable of %s"
                                        .formatted(name, module.text().source())));
    }
}
