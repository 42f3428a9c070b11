package org.offloadtck.emulation.module;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.kernel.CompilerRegisterLimit;
import org.offloadtck.emulation.module.PtxImageCheck.DeviceRuntimeLink;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.Resource;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.load.BuiltinLibrary;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.container.DeviceContainer;
import org.offloadtck.object.container.DeviceContainer.Form;
import org.offloadtck.object.container.DeviceRuntimeLibrary;
import org.offloadtck.object.container.FatBinary;
import org.offloadtck.object.container.FatBinary.Image;
import org.offloadtck.object.container.FatBinary.Kind;
import org.offloadtck.object.ptx.PtxSyntaxException;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.link.PtxLinkException;
import org.offloadtck.ptx.link.PtxLinker;
import org.offloadtck.ptx.text.PtxParser;
import org.offloadtck.ptx.text.PtxPrinter;

/// A link of PTX that is pending (`CUlinkState`): a context and the modules so far.
final class PendingLink implements Resource {

    /// The formats of inputs (`CUjitInputType`, CUDA driver API 13.0).
    enum InputType {
        CUBIN(0),
        PTX(1),
        FATBINARY(2),
        OBJECT(3),
        LIBRARY(4),
        NVVM(5);

        private final int value;

        InputType(int value) {
            this.value = value;
        }

        static Optional<InputType> of(int value) {
            return Arrays.stream(values()).filter(type -> type.value == value).findFirst();
        }
    }

    private final long handle;
    private final EmulatedContext context;
    private final List<PtxModule> modules = new ArrayList<>();
    private DeviceRuntimeLink runtime = DeviceRuntimeLink.ABSENT;

    PendingLink(long handle, EmulatedContext context) {
        this.handle = handle;
        this.context = context;
    }

    @Override
    public long handle() {
        return handle;
    }

    @Override
    public boolean belongsTo(EmulatedContext owner) {
        return context == owner;
    }

    /// Adds an input.
    ///
    /// @param name for diagnostics; empty if the program gives none
    /// @param limit of the options with which PTX is compiled
    /// @throws DriverCallException if it has no PTX that can be parsed
    void add(InputType type, String name, byte[] bytes, CompilerRegisterLimit limit) {
        var source = name.isEmpty() ? "input " + (modules.size() + 1) : name;
        if (type == InputType.LIBRARY && isDeviceRuntime(source, bytes)) {
            runtime = DeviceRuntimeLink.LINKED;
            return;
        }
        modules.add(
                switch (type) {
                    case PTX -> limit.applyTo(parse(source, ModuleLoader.text(bytes)));
                    case CUBIN -> parse(source, container(source, bytes).ptx());
                    case FATBINARY -> limit.applyTo(newest(source, bytes, sm()));
                    case OBJECT, LIBRARY, NVVM ->
                            throw DriverCallException.misuse(
                                    DriverResult.NOT_SUPPORTED,
                                    "%s: an input of type CU_JIT_INPUT_%s is not supported"
                                            .formatted(source, type));
                });
    }

    /// Whether an archive is NVIDIA's library of the device runtime. The simulated device provides
    /// its functions.
    private static boolean isDeviceRuntime(String source, byte[] bytes) {
        try {
            return DeviceRuntimeLibrary.isIn(source, bytes);
        } catch (MalformedObjectException fault) {
            throw DriverCallException.of(DriverResult.INVALID_IMAGE, fault);
        }
    }

    private int sm() {
        return context.device().spec().sm();
    }

    private static DeviceContainer container(String source, byte[] bytes) {
        try {
            return DeviceContainer.parse(source, bytes);
        } catch (MalformedObjectException fault) {
            throw DriverCallException.of(DriverResult.INVALID_IMAGE, fault);
        }
    }

    private static PtxModule newest(String source, byte[] bytes, int sm) {
        try {
            return newest(source, FatBinary.parse(ObjectBytes.of(source, bytes)), sm);
        } catch (MalformedObjectException fault) {
            throw DriverCallException.of(DriverResult.INVALID_IMAGE, fault);
        }
    }

    /// The newest PTX of a fat binary that a device executes.
    ///
    /// @param sm the number of its architecture: 75 for `sm_75`
    static PtxModule newest(String source, FatBinary binary, int sm) {
        var image =
                binary.images().stream()
                        .filter(each -> each.kind() == Kind.PTX && each.suits(sm))
                        .max(Comparator.comparingInt(Image::sm))
                        .orElseThrow(() ->
                                DriverCallException.of(
                                        DriverResult.NO_BINARY_FOR_GPU,
                                        "%s: no PTX is for sm_%d".formatted(source, sm)));
        return parse(source, ModuleLoader.text(image.bytes()));
    }

    private static PtxModule parse(String source, String text) {
        try {
            return PtxParser.parse(source, text);
        } catch (PtxSyntaxException fault) {
            throw ModuleLoader.syntaxError(fault);
        }
    }

    /// The linked module as a cubin with PTX, which has no symbol table: only drivers read it.
    ///
    /// @throws DriverCallException if the inputs contradict each other or name what none defines
    byte[] complete() {
        if (modules.isEmpty()) {
            throw DriverCallException.of(DriverResult.INVALID_VALUE, "the link has no input");
        }
        return executable("the linked module", modules, context.device().spec(), runtime);
    }

    /// Links modules to a cubin with PTX, and checks the PTX.
    ///
    /// @param source names the result in diagnostics
    static byte[] executable(
            String source, List<PtxModule> modules, DeviceSpec device, DeviceRuntimeLink runtime) {
        var linked = link(source, modules);
        new PtxImageCheck(device, runtime).check(linked);
        return new DeviceContainer(
                        Form.EXECUTABLE, device.sm(), PtxPrinter.print(linked), List.of())
                .write();
    }

    /// Links modules.
    ///
    /// @param source names the result in diagnostics
    private static PtxModule link(String source, List<PtxModule> modules) {
        try {
            return PtxLinker.link(source, modules, BuiltinLibrary.suppliedTo(modules));
        } catch (PtxLinkException fault) {
            throw ModuleLoader.log(
                            "nvlink error   : %s:%s: %s"
                                    .formatted(fault.source(), fault.span(), fault.problem()))
                    .causedBy(fault);
        }
    }
}
