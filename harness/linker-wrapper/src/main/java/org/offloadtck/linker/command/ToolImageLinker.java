package org.offloadtck.linker.command;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.offloadtck.linker.LinkerWrapper;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.device.TargetGroup;
import org.offloadtck.linker.input.ExtractedImage;
import org.offloadtck.linker.input.FileFormat;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.tool.LinkTools;
import org.offloadtck.linker.tool.LlvmTools;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.plugin.image.DeviceAssembler;
import org.offloadtck.plugin.image.DeviceLinker;

/// Links each target's images: bitcode first, to an object by an installed LLVM, then the objects,
/// of the CPU by the machine's compiler, of others by the [DeviceLinker] that takes the target.
///
/// A single image that is linked already, or is no object, passes where nobody takes its target.
final class ToolImageLinker {

    private final LinkerWrapper wrapper;
    private final LinkCommandLine line;
    private final DeviceFileNames names;
    private final CpuImageLinker cpu;
    private final LinkTools place;

    ToolImageLinker(
            LinkerWrapper wrapper, LinkCommandLine line, CpuImageLinker cpu, LinkTools place) {
        this.wrapper = wrapper;
        this.line = line;
        this.names = new DeviceFileNames(line.output(), wrapper.profile().deviceLink());
        this.cpu = cpu;
        this.place = place;
    }

    LinkedImage link(TargetGroup group) {
        return new LinkedImage(group.target(), wrapper.kinds(group), image(group));
    }

    private MemorySegment image(TargetGroup group) {
        var bitcode = group.images().stream().filter(ToolImageLinker::isBitcode).toList();
        var objects = group.images().stream().filter(image -> !isBitcode(image)).toList();
        if (line.has(WrapperOption.EMBED_BITCODE)) {
            return embedded(group, bitcode, objects);
        }
        return CpuImageLinker.links(group.target())
                ? linkForCpu(group, bitcode, objects)
                : linkByService(group, bitcode, objects);
    }

    private MemorySegment embedded(
            TargetGroup group, List<ExtractedImage> bitcode, List<ExtractedImage> objects) {
        if (!objects.isEmpty()) {
            throw refused(
                    objects.getFirst(),
                    "is no bitcode, when all images for %s are embedded as one module"
                            .formatted(group.target()));
        }
        return place.take(module(group, bitcode));
    }

    private MemorySegment linkForCpu(
            TargetGroup group, List<ExtractedImage> bitcode, List<ExtractedImage> objects) {
        var files = new ArrayList<Path>();
        if (!bitcode.isEmpty()) {
            Path object = place.files().name(names.stem(group.target()), "o");
            place.commands()
                    .run(
                            llvm(bitcode.getFirst())
                                    .compiling(
                                            module(group, bitcode), group.target(), "obj", object));
            files.add(object);
        }
        objects.forEach(object -> files.add(put(object)));
        Path output = place.files().name(names.image(group.target()), "img");
        cpu.link(files, output, group.target());
        return place.take(output);
    }

    private MemorySegment linkByService(
            TargetGroup group, List<ExtractedImage> bitcode, List<ExtractedImage> objects) {
        var linker = wrapper.deviceLinkers().linkerFor(group.target());
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
        Path output = place.files().name(names.image(group.target()), "img");
        place.commands().note(" [%s] -o %s".formatted(linker.get().getClass().getName(), output));
        if (place.commands().isDry()) {
            return MemorySegment.NULL;
        }
        var image = linker.get().link(group.target(), inputs);
        place.files().write(output, image);
        return image;
    }

    /// The bitcode as the object a device linker takes.
    private DeviceLinker.Input assembled(TargetGroup group, List<ExtractedImage> bitcode) {
        Path text = place.files().name(names.stem(group.target()), "s");
        place.commands()
                .run(
                        llvm(bitcode.getFirst())
                                .compiling(module(group, bitcode), group.target(), "asm", text));
        var assembly = new DeviceLinker.Input(text.toString(), place.take(text));
        if (place.commands().isDry()) {
            return assembly;
        }
        var assembler =
                ServiceLoader.load(DeviceAssembler.class).stream()
                        .map(ServiceLoader.Provider::get)
                        .filter(candidate -> candidate.assembles(group.target()))
                        .findFirst()
                        .orElseThrow(() ->
                                refused(
                                        bitcode.getFirst(),
                                        "is for %s, which no assembler takes"
                                                .formatted(group.target())));
        return new DeviceLinker.Input(
                text.toString(), assembler.assemble(group.target(), assembly));
    }

    /// The bitcode of a target, linked and optimized.
    private Path module(TargetGroup group, List<ExtractedImage> bitcode) {
        var llvm = llvm(bitcode.getFirst());
        var inputs = bitcode.stream().map(image -> put(image)).toList();
        String stem = names.stem(group.target());
        Path joined = place.files().name(stem + ".postlink", "bc");
        place.commands().run(llvm.linking(inputs, joined));
        Path optimized = place.files().name(stem + ".postopt", "bc");
        String level = line.last(WrapperOption.OPT_LEVEL).orElse("O2");
        place.commands().run(llvm.optimizing(joined, level, optimized));
        return optimized;
    }

    private LlvmTools llvm(ExtractedImage bitcode) {
        return LlvmTools.find(place.programs(), wrapper.profile().deviceLink().toolSuffix())
                .orElseThrow(() ->
                        refused(
                                bitcode,
                                ("is bitcode, which takes %s of one LLVM release, when no folder of"
                                                + " the PATH has all three")
                                        .formatted(String.join(", ", LlvmTools.TOOLS))));
    }

    /// The image of a target that nobody links, if it needs no linking.
    private MemorySegment passed(TargetGroup group, List<ExtractedImage> objects) {
        boolean isLinked =
                group.images().size() == 1 && objects.size() == 1 && isLinked(objects.getFirst());
        if (!isLinked) {
            throw wrapper.deviceLinkers().noLinker(group);
        }
        place.commands().note(" [passed as it is] %s".formatted(objects.getFirst().origin()));
        return objects.getFirst().image().bytes();
    }

    private static boolean isLinked(ExtractedImage image) {
        var bytes = ObjectBytes.of(image.origin().toString(), image.image().bytes());
        return switch (FileFormat.of(bytes)) {
            case ELF -> !CommandLineInputs.isRelocatable(image.image().bytes());
            case ARCHIVE, THIN_ARCHIVE, OFFLOAD_BINARY, UNKNOWN -> true;
        };
    }

    private Path put(ExtractedImage image) {
        return place.put(names.input(image), extension(image), image.image().bytes());
    }

    /// What LLVM calls files of the image's kind by. Source: LLVM 16,
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

    private static LinkException refused(ExtractedImage image, String problem) {
        return new LinkException(
                image.origin().file(), image.origin().position(), LinkRule.BITCODE, problem);
    }
}
