package org.offloadtck.emulation.module;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.kernel.KernelCode;
import org.offloadtck.emulation.kernel.KernelSettings;
import org.offloadtck.emulation.library.EmulatedLibrary;
import org.offloadtck.emulation.resource.EmulatedModule;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.resource.KernelFunction;
import org.offloadtck.emulation.resource.Resource;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.engine.code.CallSite.FrameSlot;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// Finds the kernels and variables of modules by their names.
public final class KernelLookup {

    private final DriverState state;

    KernelLookup(DriverState state) {
        this.state = state;
    }

    /// The names of the kernels of a module, in the order of the module.
    static List<String> names(PtxModule module) {
        return module.functions().stream().filter(Function::isKernel).map(Function::name).toList();
    }

    /// The kernel of that name, which is decoded and has a handle afterwards.
    ///
    /// @throws DriverCallException if there is none, or it is not supported
    KernelFunction function(EmulatedModule module, String name) {
        if (KernelCode.of(module.image(), name).isEmpty()) {
            throw noKernel(name, module.text());
        }
        return listed(module, name);
    }

    /// The kernel of that name, which has a handle afterwards and need not be decoded.
    ///
    /// @param name one of a kernel of the module
    KernelFunction listed(EmulatedModule module, String name) {
        return module.function(name).orElseGet(() -> add(module, name));
    }

    static DriverCallException noKernel(String name, PtxModule module) {
        return DriverCallException.of(
                DriverResult.NOT_FOUND,
                "name=\"%s\" is not a kernel of %s".formatted(name, module.source()));
    }

    private KernelFunction add(EmulatedModule module, String name) {
        var function =
                new KernelFunction(
                        state.handles().newHandle(HandleKind.FUNCTION),
                        module,
                        name,
                        settings(module, name));
        module.add(function);
        state.handles().add(function);
        return function;
    }

    /// New settings of a function, which override those of the kernel of a library.
    private KernelSettings settings(EmulatedModule module, String name) {
        return state.handles().all(EmulatedLibrary.class).stream()
                .filter(library -> library.modules().contains(module))
                .flatMap(library -> library.kernel(name).stream())
                .map(kernel -> kernel.settings(module.context().device()).overriding())
                .findFirst()
                .orElseGet(KernelSettings::new);
    }

    /// The offset and size of each parameter, 32 bits each.
    public static byte[] layout(List<FrameSlot> pieces) {
        var layout =
                ByteBuffer.allocate(pieces.size() * 2 * Integer.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN);
        pieces.forEach(piece -> layout.putInt(piece.offset()).putInt(piece.size()));
        return layout.array();
    }

    /// The number of parameters of each kernel, 32 bits, and its layout.
    static byte[] layouts(List<List<FrameSlot>> kernels) {
        var layouts = kernels.stream().map(KernelLookup::layout).toList();
        int bytes = layouts.stream().mapToInt(layout -> layout.length + Integer.BYTES).sum();
        var all = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        layouts.forEach(layout -> all.putInt(layout.length / 2 / Integer.BYTES).put(layout));
        return all.array();
    }

    /// Handles, 64 bits each.
    static byte[] handles(List<? extends Resource> resources) {
        var handles =
                ByteBuffer.allocate(resources.size() * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        resources.forEach(resource -> handles.putLong(resource.handle()));
        return handles.array();
    }

    /// The address and size of a variable.
    static DriverReply global(EmulatedModule module, String name) {
        if (module.text().function(name).filter(Function::isKernel).isPresent()) {
            throw DriverCallException.of(
                    DriverResult.INVALID_VALUE,
                    "name=\"%s\" is a kernel of %s".formatted(name, module.text().source()));
        }
        return module.image()
                .variable(name)
                .map(variable -> DriverReply.success(variable.address(), variable.size()))
                .orElseThrow(() -> noVariable("a variable", name, module.text()));
    }

    /// The address of the variable of a texture reference or surface reference.
    ///
    /// @param type of the variable
    static DriverReply reference(EmulatedModule module, String name, PtxType type) {
        return module.text()
                .variable(name)
                .filter(variable -> variable.type() == type)
                .flatMap(_ -> module.image().variable(name))
                .map(variable -> DriverReply.success(variable.address()))
                .orElseThrow(() ->
                        noVariable("a .%s variable".formatted(type.suffix()), name, module.text()));
    }

    /// The error for a name that is not in a module.
    ///
    /// @param noun of what is looked up, with its article
    static DriverCallException noVariable(String noun, String name, PtxModule module) {
        return DriverCallException.of(
                DriverResult.NOT_FOUND,
                "name=\"%s\" is not %s of %s".formatted(name, noun, module.source()));
    }
}
