package org.offloadtck.linker.tool;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.offloadtck.linker.device.DeviceLinkers;
import org.offloadtck.linker.device.ImageLinker;
import org.offloadtck.linker.device.TargetGroup;
import org.offloadtck.linker.input.ExtractedImage;
import org.offloadtck.linker.input.FileFormat;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.tool.LtoLink.CodeForm;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.plugin.image.DeviceAssembler;
import org.offloadtck.plugin.image.DeviceLinker;

/// Links each target's images with the tools of the machine. An installed LLVM compiles bitcode to
/// an object first. A compiler links objects for the CPU; the [DeviceLinker] that accepts the
/// target links others.
///
/// A single image that is already linked, or is no object, is passed unchanged if no device linker
/// accepts its target.
///
/// Requirements: DL-06, DL-07.
public final class ToolImageLinker implements ImageLinker {

    private final AbiProfile profile;
    private final DeviceLinkers deviceLinkers;
    private final DeviceLinkOptions options;
    private final DeviceFileNames names;
    private final LinkTools tools;

    public ToolImageLinker(
            AbiProfile profile,
            DeviceLinkers deviceLinkers,
            DeviceLinkOptions options,
            LinkTools tools) {
        this.profile = profile;
        this.deviceLinkers = deviceLinkers;
        this.options = options;
        this.names = new DeviceFileNames(options.output(), profile.deviceLink());
        this.tools = tools;
    }

    @Override
    public MemorySegment link(TargetGroup group) {
        var bitcode = group.images().stream().filter(ToolImageLinker::isBitcode).toList();
        var objects = group.images().stream().filter(image -> !isBitcode(image)).toList();
        return switch (options.deviceCode()) {
            case BITCODE -> embedded(group, bitcode, objects);
            case COMPILED ->
                    CpuImageLinker.links(group.target())
                            ? linkForCpu(group, bitcode, objects)
                            : linkByService(group, bitcode, objects);
        };
    }

    private MemorySegment embedded(
            TargetGroup group, List<ExtractedImage> bitcode, List<ExtractedImage> objects) {
        if (!objects.isEmpty()) {
            throw rejected(
                    objects.getFirst(),
                    "is no bitcode, when all images for %s are embedded as one module"
                            .formatted(group.target()));
        }
        return tools.read(lto(group, bitcode, objects).optimize(names.embedded(group.target())));
    }

    private MemorySegment linkForCpu(
            TargetGroup group, List<ExtractedImage> bitcode, List<ExtractedImage> objects) {
        var files = new ArrayList<Path>();
        if (!bitcode.isEmpty()) {
            files.addAll(lto(group, bitcode, objects).compile(CodeForm.OBJECT));
        }
        objects.forEach(object -> files.add(write(object)));
        Path output = tools.files().name(names.image(group.target()), "img");
        new CpuImageLinker(options, tools).link(files, output, group.target());
        return tools.read(output);
    }

    private MemorySegment linkByService(
            TargetGroup group, List<ExtractedImage> bitcode, List<ExtractedImage> objects) {
        var linker = deviceLinkers.linkerFor(group.target());
        if (linker.isEmpty()) {
            return passed(group, objects);
        }
        var inputs = new ArrayList<DeviceLinker.Input>();
        if (!bitcode.isEmpty()) {
            for (Path text : lto(group, bitcode, objects).compile(CodeForm.ASSEMBLY)) {
                inputs.add(assembled(group, bitcode.getFirst(), text));
            }
        }
        for (ExtractedImage object : objects) {
            inputs.add(new DeviceLinker.Input(object.origin().file(), object.image().bytes()));
        }
        Path output = tools.files().name(names.image(group.target()), "img");
        tools.commands().note(" [%s] -o %s".formatted(linker.get().getClass().getName(), output));
        if (tools.commands().isDry()) {
            return MemorySegment.NULL;
        }
        var image = linker.get().link(group.target(), inputs);
        tools.files().write(output, image);
        return image;
    }

    /// Assembles compiled bitcode to an object for the target's device linker.
    private DeviceLinker.Input assembled(TargetGroup group, ExtractedImage bitcode, Path text) {
        var assembly = new DeviceLinker.Input(text.toString(), tools.read(text));
        if (tools.commands().isDry()) {
            return assembly;
        }
        var assembler =
                ServiceLoader.load(DeviceAssembler.class).stream()
                        .map(ServiceLoader.Provider::get)
                        .filter(candidate -> candidate.assembles(group.target()))
                        .findFirst()
                        .orElseThrow(() ->
                                rejected(
                                        bitcode,
                                        "is for %s, which no assembler accepts"
                                                .formatted(group.target())));
        return new DeviceLinker.Input(
                text.toString(), assembler.assemble(group.target(), assembly));
    }

    private LtoLink lto(
            TargetGroup group, List<ExtractedImage> bitcode, List<ExtractedImage> objects) {
        var program =
                LtoTool.find(tools.programs(), profile.deviceLink().toolSuffix())
                        .orElseThrow(() ->
                                rejected(
                                        bitcode.getFirst(),
                                        "is bitcode and needs %s of an LLVM release, when no directory of the PATH has it"
                                                .formatted(LtoTool.NAME)));
        var files = bitcode.stream().map(this::write).toList();
        return new LtoLink(
                program,
                LtoInputs.of(group.target(), files, bitcode, objects),
                names.stem(group.target()),
                options,
                tools);
    }

    /// Passes the image of a target without a device linker, if the image needs no linking.
    private MemorySegment passed(TargetGroup group, List<ExtractedImage> objects) {
        boolean isLinked =
                group.images().size() == 1 && objects.size() == 1 && isLinked(objects.getFirst());
        if (!isLinked) {
            throw deviceLinkers.noLinker(group);
        }
        tools.commands().note(" [passed unchanged] %s".formatted(objects.getFirst().origin()));
        return objects.getFirst().image().bytes();
    }

    private static boolean isLinked(ExtractedImage image) {
        var bytes = ObjectBytes.of(image.origin().toString(), image.image().bytes());
        return switch (FileFormat.of(bytes)) {
            case ELF -> !FileFormat.isElfOf(ElfType.RELOCATABLE, image.image().bytes());
            case ARCHIVE, THIN_ARCHIVE, OFFLOAD_BINARY, UNKNOWN -> true;
        };
    }

    private Path write(ExtractedImage image) {
        return tools.write(names.input(image), extension(image), image.image().bytes());
    }

    /// LLVM's file extension for the image's kind. Source: LLVM 16,
    /// llvm/lib/Object/OffloadBinary.cpp, getImageKindName.
    private static String extension(ExtractedImage image) {
        return switch (image.image().kind().orElse(ImageKind.NONE)) {
            case NONE -> "";
            case OBJECT -> "o";
            case BITCODE -> "bc";
            case CUBIN -> "cubin";
            case FATBINARY -> "fatbin";
            case PTX -> "s";
            case SPIRV -> "spv";
        };
    }

    private static boolean isBitcode(ExtractedImage image) {
        return ImageKind.ofContent(image.image().bytes().toArray(ValueLayout.JAVA_BYTE))
                == ImageKind.BITCODE;
    }

    private static LinkException rejected(ExtractedImage image, String problem) {
        return new LinkException(
                image.origin().file(), image.origin().position(), LinkRule.BITCODE, problem);
    }
}
