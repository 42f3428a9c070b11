package org.offloadtck.emulation.module;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.resource.EmulatedModule;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.resource.KernelFunction;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.UnsupportedKernelException;
import org.offloadtck.ptx.ir.Function;

/// Handlers of the functions that load, unload and query modules.
///
/// Requirements: ER-03, SD-29.
public final class ModuleHandlers implements DispatchTable.HandlerGroup {

    /// `CU_MODULE_LAZY_LOADING` (CUDA driver API 12.6, `CUmoduleLoadingMode`), the default of
    /// drivers since CUDA 12.2. A module is loaded at once here, which a program cannot notice.
    private static final long LAZY_LOADING = 2;

    private final DriverState state;
    private final ModuleLoader loader;

    public ModuleHandlers(DriverState state) {
        this.state = state;
        this.loader = new ModuleLoader(state);
    }

    @Override
    public void register(DispatchTable table) {
        table.add(
                DriverFunction.CU_MODULE_LOAD,
                call -> load(call, call.call().text(0), call.call().buffer(1)));
        table.add(
                DriverFunction.CU_MODULE_LOAD_DATA, call -> load(call, "", call.call().buffer(0)));
        table.add(
                DriverFunction.CU_MODULE_LOAD_FAT_BINARY,
                call -> load(call, "", call.call().buffer(0)));
        table.add(DriverFunction.CU_MODULE_LOAD_DATA_EX, this::loadLogging);
        table.add(DriverFunction.CU_MODULE_UNLOAD, this::unload);
        table.add(
                DriverFunction.CU_MODULE_GET_LOADING_MODE, _ -> DriverReply.success(LAZY_LOADING));
        table.add(DriverFunction.CU_MODULE_GET_FUNCTION, this::function);
        table.add(DriverFunction.CU_MODULE_GET_GLOBAL, ModuleHandlers::global);
    }

    private DriverReply load(Invocation call, String name, byte[] image) {
        var context = call.current();
        try {
            return DriverReply.success(loader.load(context, name, image).handle());
        } catch (DriverCallException failure) {
            state.recorder().recordRejectedModule(call.call(), failure);
            throw failure;
        }
    }

    /// The error log contains the reason of a failure; the information log stays empty.
    private DriverReply loadLogging(Invocation call) {
        try {
            return load(call, "", call.call().buffer(0)).withBuffers(new byte[0], new byte[0]);
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
        var function =
                module.function(name)
                        .or(() -> kernel(module, name).map(code -> add(module, code)))
                        .orElseThrow(() ->
                                DriverCallException.of(
                                        DriverResult.NOT_FOUND,
                                        "name=\"%s\" is not a kernel of %s"
                                                .formatted(name, module.text().source())));
        return DriverReply.success(function.handle()).withBuffers(layout(function.code()));
    }

    private static Optional<DecodedFunction> kernel(EmulatedModule module, String name) {
        try {
            return module.image().kernel(name);
        } catch (UnsupportedKernelException fault) {
            throw DriverCallException.misuse(
                            DriverResult.NOT_SUPPORTED, String.valueOf(fault.getMessage()))
                    .causedBy(fault);
        }
    }

    private KernelFunction add(EmulatedModule module, DecodedFunction code) {
        var function =
                new KernelFunction(state.handles().newHandle(HandleKind.FUNCTION), module, code);
        module.add(function);
        state.handles().add(function);
        return function;
    }

    /// The offset and size of each parameter, 32 bits each.
    private static byte[] layout(DecodedFunction code) {
        var pieces = code.parameters();
        var layout =
                ByteBuffer.allocate(pieces.size() * 2 * Integer.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN);
        pieces.forEach(piece -> layout.putInt(piece.offset()).putInt(piece.size()));
        return layout.array();
    }

    private static boolean isKernel(EmulatedModule module, String name) {
        return module.text().function(name).filter(Function::isKernel).isPresent();
    }

    private static DriverReply global(Invocation call) {
        var module = call.module(0);
        var name = call.call().text(0);
        if (isKernel(module, name)) {
            throw DriverCallException.of(
                    DriverResult.INVALID_VALUE,
                    "name=\"%s\" is a kernel of %s".formatted(name, module.text().source()));
        }
        return module.image()
                .variable(name)
                .map(variable -> DriverReply.success(variable.address(), variable.size()))
                .orElseThrow(() ->
                        DriverCallException.of(
                                DriverResult.NOT_FOUND,
                                "name=\"%s\" is not a variable of %s"
                                        .formatted(name, module.text().source())));
    }
}
