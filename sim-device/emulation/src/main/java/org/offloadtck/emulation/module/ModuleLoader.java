package org.offloadtck.emulation.module;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalInt;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.kernel.CompilerRegisterLimit;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.EmulatedDevice;
import org.offloadtck.emulation.resource.EmulatedModule;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.load.LoadedModule;
import org.offloadtck.engine.load.ModuleOutline;
import org.offloadtck.engine.load.ProgramLoadException;
import org.offloadtck.engine.load.ProgramLoader;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.container.Cubin;
import org.offloadtck.object.container.DeviceContainer;
import org.offloadtck.object.container.DeviceContainer.Form;
import org.offloadtck.object.container.FatBinary;
import org.offloadtck.object.container.FatBinary.Image;
import org.offloadtck.object.ptx.PtxSyntaxException;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.text.PtxParser;

/// Loads modules from images: device ELF files, which must match the architecture of the device,
/// and PTX, which runs on any later architecture.
final class ModuleLoader {

    private static final int ELF_MAGIC = 0x7f;

    /// Without it addresses have 32 bits (PTX ISA §11.1.3), and a driver takes them as 64 (H200,
    /// driver 580.159).
    private static final String ADDRESS_SIZE = ".address_size";

    // The header of a 64-bit ELF file (gABI 4.1): its size, offsets of fields, and values.
    private static final int ELF_HEADER = 64;
    private static final int EI_ABIVERSION = 8;
    private static final int E_MACHINE = 18;
    private static final int E_FLAGS = 48;
    private static final int EM_CUDA = 190;
    private static final int ABI_IN_CUDA_13 = 8;

    private final DriverState state;
    private final String noun;
    private int loaded;

    /// @param noun that diagnostics use for images without a file, before their number
    ModuleLoader(DriverState state, String noun) {
        this.state = state;
        this.noun = noun;
    }

    /// Loads an image.
    ///
    /// @param name of its file; empty if it is loaded from memory
    /// @param limit of the options with which PTX is compiled
    EmulatedModule load(
            EmulatedContext context, String name, byte[] image, CompilerRegisterLimit limit) {
        return load(context, read(context.device(), name, image, limit));
    }

    /// Reads the image that a device would run.
    ///
    /// @param name of its file; empty if it is loaded from memory
    /// @param limit of the options with which PTX is compiled
    LoadableText read(
            EmulatedDevice device, String name, byte[] image, CompilerRegisterLimit limit) {
        loaded++;
        String source = name.isEmpty() ? "%s %d".formatted(noun, loaded) : name;
        if (image.length == 0) {
            throw DriverCallException.of(DriverResult.INVALID_IMAGE, source + ": image is empty");
        }
        var spec = device.spec();
        var own = FatBinary.isFatBinary(image) ? ofFatBinary(spec, source, image) : image;
        return own.length > 0 && own[0] == ELF_MAGIC
                ? binary(spec, source, own)
                : new LoadableText.Ptx(ModuleOutline.of(limit.applyTo(text(spec, source, own))));
    }

    /// Loads a module without keeping its variables.
    LoadedModule withoutMemory(LoadableText text) {
        try {
            var program = ProgramLoader.image(text.outline(), state.memory());
            program.unload();
            return program;
        } catch (ProgramLoadException fault) {
            throw text.rejection(fault);
        }
    }

    /// The image of a fat binary for the device. Machine code is replaced by a link of the units
    /// that it was linked from, if their fat binaries follow.
    private static byte[] ofFatBinary(DeviceSpec spec, String source, byte[] bytes) {
        int device = spec.sm();
        try {
            var binaries = FatBinary.parseSequence(ObjectBytes.of(source, bytes));
            var image = fitting(binaries.getFirst(), device);
            var units = binaries.subList(1, binaries.size());
            if (!units.isEmpty() && image.filter(ModuleLoader::hasText).isEmpty()) {
                return new RelocatableUnits(source, units).link(spec);
            }
            return image.orElseThrow(() ->
                            DriverCallException.of(
                                    DriverResult.NO_BINARY_FOR_GPU,
                                    "%s: no image is for sm_%d".formatted(source, device)))
                    .bytes();
        } catch (MalformedObjectException fault) {
            throw DriverCallException.of(DriverResult.INVALID_IMAGE, fault);
        }
    }

    /// Selects the image of a fat binary for the device: the newest matching binary, or else the
    /// newest PTX (CUDA C++ Programming Guide 13.0 §5.1, *Binary Compatibility*, *PTX
    /// Compatibility*). Machine code comes last, since the simulated device does not execute it. An
    /// image for the architecture of the device alone, as of `sm_90a`, comes before others of it.
    private static Optional<Image> fitting(FatBinary binary, int device) {
        return binary.images().stream()
                .filter(each -> each.suits(device))
                .max(
                        Comparator.comparing(ModuleLoader::hasText)
                                .thenComparing(Image::kind)
                                .thenComparingInt(Image::sm)
                                .thenComparing(Image::portability));
    }

    /// Whether the image is PTX or holds it. Machine code need not be a well-formed ELF file.
    private static boolean hasText(Image image) {
        return image.kind() == FatBinary.Kind.PTX
                || DeviceContainer.isContainer(ObjectBytes.of("image", image.bytes()));
    }

    private static LoadableText binary(DeviceSpec device, String source, byte[] image) {
        var container = container(device, source, image);
        if (container.form() != Form.EXECUTABLE) {
            throw DriverCallException.of(
                    DriverResult.INVALID_IMAGE,
                    source + ": image is relocatable when it should be linked");
        }
        requireFit(source, container.sm(), device.sm());
        try {
            return new LoadableText.Binary(
                    ModuleOutline.of(PtxParser.parse(source, container.ptx())));
        } catch (PtxSyntaxException fault) {
            throw DriverCallException.of(DriverResult.INVALID_IMAGE, fault);
        }
    }

    private static DeviceContainer container(DeviceSpec device, String source, byte[] image) {
        try {
            return DeviceContainer.parse(source, image);
        } catch (MalformedObjectException fault) {
            architecture(image).ifPresent(sm -> requireFit(source, sm, device.sm()));
            throw Cubin.isCubin(ObjectBytes.of(source, image))
                    ? DriverCallException.of(
                            DriverResult.INVALID_IMAGE,
                            source
                                    + ": image is machine code without PTX when the simulated device"
                                    + " executes PTX")
                    : DriverCallException.of(DriverResult.INVALID_IMAGE, fault);
        }
    }

    /// The architecture that the header of a cubin states: `e_flags` have it in the low byte, or,
    /// with version 8 of the ABI, in the next one (cubins of `ptxas` 12 and 13).
    private static OptionalInt architecture(byte[] image) {
        var header = ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN);
        if (image.length < ELF_HEADER || header.getShort(E_MACHINE) != EM_CUDA) {
            return OptionalInt.empty();
        }
        int flags = header.getInt(E_FLAGS);
        return OptionalInt.of((image[EI_ABIVERSION] == ABI_IN_CUDA_13 ? flags >> 8 : flags) & 0xff);
    }

    /// Requires a device of the same major and the same or a later minor version as the binary
    /// (CUDA C++ Programming Guide 13.0 §5.1, *Binary Compatibility*).
    private static void requireFit(String source, int image, int device) {
        if (image / 10 != device / 10 || image > device) {
            throw DriverCallException.of(
                    DriverResult.NO_BINARY_FOR_GPU,
                    "%s: image is for sm_%d when the device is sm_%d"
                            .formatted(source, image, device));
        }
    }

    private static PtxModule text(DeviceSpec device, String source, byte[] image) {
        var text = text(image);
        if (!text.contains(".version")) {
            throw DriverCallException.of(DriverResult.INVALID_IMAGE, source + ": image is not PTX");
        }
        try {
            var module = PtxParser.parse(source, text);
            if (module.addressSize() != Long.SIZE && text.contains(ADDRESS_SIZE)) {
                throw log(
                        "ptxas fatal   : addresses of %d bits are not supported"
                                .formatted(module.addressSize()));
            }
            PtxImageCheck.of(device).check(module);
            return module;
        } catch (PtxSyntaxException fault) {
            throw syntaxError(fault);
        }
    }

    /// The text before the NUL that ends a C string.
    static String text(byte[] image) {
        var text = new String(image, UTF_8);
        int end = text.indexOf('\0');
        return end < 0 ? text : text.substring(0, end);
    }

    static DriverCallException syntaxError(PtxSyntaxException fault) {
        return log("ptxas application ptx input, line %d; error   : %s"
                        .formatted(fault.span().line(), fault.problem()))
                .causedBy(fault);
    }

    /// An error whose reason is a line of `ptxas`, as the JIT compiler of a driver logs it.
    static DriverCallException log(String line) {
        return DriverCallException.of(DriverResult.INVALID_PTX, line);
    }

    /// Loads a module that was read for the device of the context.
    EmulatedModule load(EmulatedContext context, LoadableText text) {
        var module = text.module();
        var gpu = context.device();
        long bytes = bytes(module);
        if (!gpu.reserveMemory(bytes)) {
            throw DriverCallException.of(
                    DriverResult.OUT_OF_MEMORY,
                    "%s: variables take %d bytes when device %d has %d of %d bytes left"
                            .formatted(
                                    module.source(),
                                    bytes,
                                    gpu.ordinal(),
                                    gpu.spec().memory().bytes() - gpu.usedMemory(),
                                    gpu.spec().memory().bytes()));
        }
        boolean isLoaded = false;
        try {
            var image = context.images().load(text.outline());
            isLoaded = true;
            return add(context, module, image, bytes);
        } catch (ProgramLoadException fault) {
            throw text.rejection(fault);
        } finally {
            if (!isLoaded) {
                gpu.releaseMemory(bytes);
            }
        }
    }

    private EmulatedModule add(
            EmulatedContext context, PtxModule text, LoadedModule image, long bytes) {
        var handle = state.handles().newHandle(HandleKind.MODULE);
        var module = new EmulatedModule(handle, context, text, image, bytes);
        state.handles().add(module);
        return module;
    }

    private static long bytes(PtxModule module) {
        return module.variables().stream()
                .filter(v -> v.space() == StateSpace.GLOBAL || v.space() == StateSpace.CONST)
                .mapToLong(Variable::size)
                .sum();
    }
}
