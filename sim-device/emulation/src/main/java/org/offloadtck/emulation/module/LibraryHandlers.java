package org.offloadtck.emulation.module;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.library.EmulatedLibrary;
import org.offloadtck.emulation.library.LibraryKernel;
import org.offloadtck.emulation.library.LibraryOptions;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;
import org.offloadtck.ptx.ir.Variable;

/// Handlers of the functions that load, unload and query libraries.
///
/// Requirement: ER-30.
public final class LibraryHandlers implements DispatchTable.HandlerGroup {

    private final DriverState state;
    private final ModuleLoader loader;

    public LibraryHandlers(DriverState state) {
        this.state = state;
        this.loader = new ModuleLoader(state, "library");
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_LIBRARY_LOAD_DATA, this::load);
        table.add(DriverFunction.CU_LIBRARY_UNLOAD, this::unload);
        table.add(DriverFunction.CU_LIBRARY_GET_KERNEL, this::kernel);
        table.add(
                DriverFunction.CU_LIBRARY_GET_KERNEL_COUNT,
                call -> DriverReply.success((long) library(call, 0).kernels().size()));
        table.add(DriverFunction.CU_LIBRARY_ENUMERATE_KERNELS, this::enumerate);
        table.add(
                DriverFunction.CU_LIBRARY_GET_MODULE,
                call -> DriverReply.success(library(call, 0).module(call.current()).handle()));
        table.add(
                DriverFunction.CU_LIBRARY_GET_GLOBAL,
                call ->
                        KernelLookup.global(
                                library(call, 0).module(call.current()), call.call().text(0)));
        table.add(DriverFunction.CU_LIBRARY_GET_MANAGED, LibraryHandlers::managed);
    }

    private static EmulatedLibrary library(Invocation call, int index) {
        return call.find(
                index, HandleKind.LIBRARY, EmulatedLibrary.class, DriverResult.INVALID_HANDLE);
    }

    /// The error log contains the reason of a failure.
    private DriverReply load(Invocation call) {
        LibraryOptions.require(call.call().buffer(2), call.call().buffer(3));
        try {
            var image = new LibraryImage(state, loader, call.call().text(0), call.call().buffer(1));
            return DriverReply.success(add(image).handle()).withText("");
        } catch (DriverCallException failure) {
            state.recorder().recordRejectedModule(call.call(), failure);
            throw failure.withBuffers(List.of(failure.reason().getBytes(UTF_8)));
        }
    }

    private EmulatedLibrary add(LibraryImage image) {
        var library = new EmulatedLibrary(state.handles().newHandle(HandleKind.LIBRARY), image);
        state.handles().add(library);
        for (var name : image.kernels()) {
            var kernel =
                    new LibraryKernel(state.handles().newHandle(HandleKind.KERNEL), library, name);
            library.add(kernel);
            state.handles().add(kernel);
        }
        return library;
    }

    /// Unloads the library from all contexts.
    private DriverReply unload(Invocation call) {
        var library = library(call, 0);
        for (var module : library.modules()) {
            call.await(module.context(), module.context().work());
        }
        library.modules().forEach(state::unload);
        library.kernels().forEach(state.handles()::remove);
        state.handles().remove(library);
        return DriverReply.success();
    }

    private DriverReply kernel(Invocation call) {
        var library = library(call, 0);
        var name = call.call().text(0);
        var kernel =
                library.kernel(name)
                        .orElseThrow(() ->
                                DriverCallException.of(
                                        DriverResult.NOT_FOUND,
                                        "name=\"%s\" is not a kernel of the library"
                                                .formatted(name)));
        var code = kernel.configured(state.devices().getFirst()).code();
        return DriverReply.success(kernel.handle())
                .withBuffers(KernelLookup.layout(code.parameters()));
    }

    private DriverReply enumerate(Invocation call) {
        var kernels =
                library(call, 1).kernels().stream()
                        .limit(Integer.toUnsignedLong(call.number(0)))
                        .toList();
        var layouts =
                kernels.stream()
                        .map(kernel -> kernel.library().code().parameters(kernel.name()))
                        .toList();
        return DriverReply.success()
                .withBuffers(KernelLookup.handles(kernels), KernelLookup.layouts(layouts));
    }

    /// Managed variables of a library are those of the first context into which it was loaded, or
    /// else of the current one.
    private static DriverReply managed(Invocation call) {
        var library = library(call, 0);
        var name = call.call().text(0);
        var module =
                library.modules().stream()
                        .findFirst()
                        .orElseGet(() -> library.module(call.current()));
        if (module.text().variable(name).filter(Variable::isManaged).isEmpty()) {
            throw KernelLookup.noVariable("a managed variable", name, module.text());
        }
        return KernelLookup.global(module, name);
    }
}
