package org.offloadtck.driver.emulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Comparator;
import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.container.DeviceContainer;
import org.offloadtck.object.container.DeviceContainer.Form;
import org.offloadtck.object.container.FatBinary;
import org.offloadtck.object.container.FatBinary.Image;
import org.offloadtck.object.container.FatBinary.Kind;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.StateSpace;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.syntax.PtxParser;
import org.offloadtck.ptx.syntax.PtxSyntaxException;
import org.offloadtck.simt.image.DeviceImage;
import org.offloadtck.simt.image.ImageLoadException;

/// Makes modules of images: executable device containers, which are to fit the device as binaries
/// do, and PTX text, which any later device runs.
final class ModuleLoader {

    private static final int ELF_MAGIC = 0x7f;

    private final Machine machine;
    private int loaded;

    ModuleLoader(Machine machine) {
        this.machine = machine;
    }

    /// Loads an image.
    ///
    /// @param name where it came from; empty when from memory
    LoadedModule load(Context context, String name, byte[] image) {
        loaded++;
        String source = name.isEmpty() ? "module " + loaded : name;
        if (image.length == 0) {
            throw Refusal.of(DriverResult.INVALID_IMAGE, source + ": image is empty");
        }
        if (FatBinary.isFatBinary(image)) {
            return single(context, source, fitting(context, source, image));
        }
        return single(context, source, image);
    }

    private LoadedModule single(Context context, String source, byte[] image) {
        return image.length > 0 && image[0] == ELF_MAGIC
                ? binary(context, source, image)
                : text(context, source, image);
    }

    /// The image of a fat binary for the device: the newest binary that fits, or else the newest
    /// PTX (CUDA C++ Programming Guide 13.0 §5.1, *Binary Compatibility*, *PTX Compatibility*).
    private static byte[] fitting(Context context, String source, byte[] image) {
        int device = context.gpu().spec().sm();
        try {
            return FatBinary.parse(source, image).images().stream()
                    .filter(each -> each.sm() <= device)
                    .filter(each -> each.kind() == Kind.PTX || each.sm() / 10 == device / 10)
                    .max(Comparator.comparing(Image::kind).thenComparingInt(Image::sm))
                    .orElseThrow(() ->
                            Refusal.of(
                                    DriverResult.NO_BINARY_FOR_GPU,
                                    "%s: no image is for sm_%d".formatted(source, device)))
                    .bytes();
        } catch (MalformedObjectException fault) {
            throw Refusal.of(DriverResult.INVALID_IMAGE, String.valueOf(fault.getMessage()));
        }
    }

    private LoadedModule binary(Context context, String source, byte[] image) {
        var container = container(source, image);
        if (container.form() != Form.EXECUTABLE) {
            throw Refusal.of(
                    DriverResult.INVALID_IMAGE,
                    source + ": image is relocatable when it should be linked");
        }
        requireFit(source, container.sm(), context.gpu().spec().sm());
        try {
            return load(context, PtxParser.parse(source, container.ptx()));
        } catch (PtxSyntaxException | ImageLoadException fault) {
            throw Refusal.of(DriverResult.INVALID_IMAGE, String.valueOf(fault.getMessage()));
        }
    }

    private static DeviceContainer container(String source, byte[] image) {
        try {
            return DeviceContainer.parse(source, image);
        } catch (MalformedObjectException fault) {
            throw Refusal.of(DriverResult.INVALID_IMAGE, String.valueOf(fault.getMessage()));
        }
    }

    /// Binaries run on devices of the same major and the same or a later minor version (CUDA C++
    /// Programming Guide 13.0 §5.1, *Binary Compatibility*).
    private static void requireFit(String source, int image, int device) {
        if (image / 10 != device / 10 || image > device) {
            throw Refusal.of(
                    DriverResult.NO_BINARY_FOR_GPU,
                    "%s: image is for sm_%d when the device is sm_%d"
                            .formatted(source, image, device));
        }
    }

    private LoadedModule text(Context context, String source, byte[] image) {
        int sm = context.gpu().spec().sm();
        try {
            var module = PtxParser.parse(source, text(image));
            if (module.target().number() > sm) {
                throw log(
                        "ptxas fatal   : SM version specified by .target is higher than default SM"
                                + " version assumed: %s when the device is sm_%d"
                                        .formatted(module.target().architecture(), sm));
            }
            return load(context, module);
        } catch (PtxSyntaxException fault) {
            throw log(
                    "ptxas application ptx input, line %d; error   : %s"
                            .formatted(fault.span().line(), fault.problem()));
        } catch (ImageLoadException fault) {
            throw log("ptxas error   : " + fault.getMessage());
        }
    }

    /// The text up to its NUL: it comes as a C string.
    private static String text(byte[] image) {
        var text = new String(image, UTF_8);
        int end = text.indexOf('\0');
        return end < 0 ? text : text.substring(0, end);
    }

    /// In the words of the driver's compiler.
    private static Refusal log(String line) {
        return Refusal.of(DriverResult.INVALID_PTX, line);
    }

    private LoadedModule load(Context context, PtxModule module) {
        var gpu = context.gpu();
        long bytes = bytes(module);
        if (!gpu.take(bytes)) {
            throw Refusal.of(
                    DriverResult.OUT_OF_MEMORY,
                    "%s: variables take %d bytes when device %d has %d of %d bytes left"
                            .formatted(
                                    module.source(),
                                    bytes,
                                    gpu.ordinal(),
                                    gpu.spec().memory().bytes() - gpu.used(),
                                    gpu.spec().memory().bytes()));
        }
        boolean isLoaded = false;
        try {
            var image = DeviceImage.load(module, machine.memory());
            isLoaded = true;
            return add(context, module, image, bytes);
        } finally {
            if (!isLoaded) {
                gpu.giveBack(bytes);
            }
        }
    }

    private LoadedModule add(Context context, PtxModule text, DeviceImage image, long bytes) {
        var handle = machine.handles().give(HandleKind.MODULE);
        var module = new LoadedModule(handle, context, text, image, bytes);
        machine.handles().add(module);
        return module;
    }

    private static long bytes(PtxModule module) {
        return module.variables().stream()
                .filter(v -> v.space() == StateSpace.GLOBAL || v.space() == StateSpace.CONST)
                .mapToLong(Variable::size)
                .sum();
    }
}
