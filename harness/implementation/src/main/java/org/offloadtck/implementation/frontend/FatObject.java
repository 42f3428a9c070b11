package org.offloadtck.implementation.frontend;

import java.util.List;
import org.offloadtck.implementation.lowering.HostObjectLowering;
import org.offloadtck.implementation.lowering.LoweringOptions;
import org.offloadtck.implementation.phase.CompilationFiles;
import org.offloadtck.implementation.program.TranslationUnit;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.build.ElfAssembler;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.profile.compilation.ImageCarrier;

/// Compiles a translation unit and its device code to one object.
///
/// Requirements: FO-01, FO-02, FO-10, FO-03, FO-15, FO-18.
public final class FatObject {

    private static final long EXCLUDE = SectionFlag.mask(SectionFlag.EXCLUDE);

    private static final String PRODUCER = "Offload TCK reference front end";

    private FatObject() {}

    /// Lowers `unit` and embeds `devices`, in order; without devices there is no section for them.
    ///
    /// @param source names the object in diagnostics: `zaxpy.o`
    public static ElfObject compile(
            String source,
            TranslationUnit unit,
            List<DeviceObject> devices,
            LoweringOptions lowering) {
        var object = HostObjectLowering.lower(unit, lowering, PRODUCER);
        if (devices.isEmpty()) {
            return object.assemble(source);
        }
        switch (lowering.profile().fatObject().carrier()) {
            case ImageCarrier.OffloadSection carrier -> embed(devices, carrier, lowering, object);
            case ImageCarrier.BundlerSections carrier -> bundle(devices, carrier, object);
        }
        return object.assemble(source);
    }

    /// The bytes of the section with `devices`: offload binaries, one after the other.
    public static byte[] pack(
            List<DeviceObject> devices, OffloadBinary.Version version, LoweringOptions lowering) {
        var images = devices.stream().map(device -> image(device, lowering.openmp())).toList();
        var binaries =
                switch (version) {
                    case V1 ->
                            images.stream()
                                    .map(image -> new OffloadBinary(version, List.of(image)))
                                    .toList();
                    case V2 -> List.of(new OffloadBinary(version, images));
                };
        return OffloadBinary.writeAll(binaries);
    }

    private static void embed(
            List<DeviceObject> devices,
            ImageCarrier.OffloadSection carrier,
            LoweringOptions lowering,
            ElfAssembler object) {
        object.section(
                        carrier.name(),
                        new SectionType(carrier.type()),
                        carrier.flags(),
                        carrier.alignment())
                .bytes(pack(devices, carrier.version(), lowering));
    }

    private static OffloadBinary.Image image(DeviceObject device, int openmp) {
        var target = new OffloadBinary.Target(device.target().triple(), device.target().arch());
        return OffloadBinary.Image.of(
                device.kind(), openmp, target, device.contents().toByteArray());
    }

    /// Adds one section for each image and one of a byte for the host, as `clang-offload-bundler`
    /// does.
    private static void bundle(
            List<DeviceObject> devices, ImageCarrier.BundlerSections carrier, ElfAssembler object) {
        for (var device : devices) {
            var name = "%sopenmp-%s".formatted(carrier.prefix(), device.target().triple());
            object.section(name, SectionType.PROGBITS, EXCLUDE, 1)
                    .bytes(device.contents().toByteArray());
        }
        object.section(
                        "%shost-%s".formatted(carrier.prefix(), CompilationFiles.HOST_TRIPLE),
                        SectionType.PROGBITS,
                        EXCLUDE,
                        1)
                .u8(0);
    }
}
