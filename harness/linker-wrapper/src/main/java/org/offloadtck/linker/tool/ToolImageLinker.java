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
        return tools.read(module(group, bitcode));
    }

    private MemorySegment linkForCpu(
            TargetGroup group, List<ExtractedImage> bitcode, List<ExtractedImage> objects) {
        var files = new ArrayList<Path>();
        if (!bitcode.isEmpty()) {
            Path object = tools.files().name(names.stem(group.target()), "o");
            tools.commands()
                    .run(
                            llvm(bitcode.getFirst())
                                    .compiling(
                                            module(group, bitcode), group.target(), "obj", object));
            files.add(object);
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
            inputs.add(assembled(group, bitcode));
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

    /// Compiles the bitcode of a target to an object for its device linker.
    private DeviceLinker.Input assembled(TargetGroup group, List<ExtractedImage> bitcode) {
        Path text = tools.files().name(names.stem(group.target()), "s");
        tools.commands()
                .run(
                        llvm(bitcode.getFirst())
                                .compiling(module(group, bitcode), group.target(), "asm", text));
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
                                        bitcode.getFirst(),
                                        "is for %s, which no assembler accepts"
                                                .formatted(group.target())));
        return new DeviceLinker.Input(
                text.toString(), assembler.assemble(group.target(), assembly));
    }

    /// Links and optimizes the bitcode of a target.
    private Path module(TargetGroup group, List<ExtractedImage> bitcode) {
        var llvm = llvm(bitcode.getFirst());
        var inputs = bitcode.stream().map(image -> write(image)).toList();
        String stem = names.stem(group.target());
        Path joined = tools.files().name(stem + ".postlink", "bc");
        tools.commands().run(llvm.linking(inputs, joined));
        Path optimized = tools.files().name(stem + ".postopt", "bc");
        tools.commands().run(llvm.optimizing(joined, options.optimizationLevel(), optimized));
        return optimized;
    }

    private LlvmTools llvm(ExtractedImage bitcode) {
        return LlvmTools.find(tools.programs(), profile.deviceLink().toolSuffix())
                .orElseThrow(() ->
                        rejected(
                                bitcode,
                                ("is bitcode and needs %s of one LLVM release, when no directory of"
                                                + " the PATH has all three")
                                        .formatted(String.join(", ", LlvmTools.TOOLS))));
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
