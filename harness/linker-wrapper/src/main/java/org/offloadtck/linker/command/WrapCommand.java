package org.offloadtck.linker.command;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.InputFile;
import org.offloadtck.command.OutputFile;
import org.offloadtck.command.Subcommand;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.wrap.LinkKind;
import org.offloadtck.linker.wrap.WrapperObject;
import org.offloadtck.linker.wrap.WrapperOptions;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.command.ProfileOption;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.plugin.image.TargetId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck wrap`: makes the object that registers device images, or prints its module.
@Command(
        name = "wrap",
        mixinStandardHelpOptions = true,
        description = "Makes the object that registers device images when a program starts.")
public final class WrapCommand implements Subcommand {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "IMAGE",
            arity = "1..*",
            description =
                    "Offload binaries, or linked images for the target of --triple and --arch.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "-o", paramLabel = "FILE", description = "The object to write.")
    private Path output = Path.of(WrapperObject.SOURCE);

    @Mixin private ProfileOption profile = new ProfileOption();

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            description = "The programming model: openmp, cuda or hip (default: ${DEFAULT-VALUE}).")
    private OffloadKind kind = OffloadKind.OPENMP;

    @Option(names = "-r", description = "Make an object for a relocatable link.")
    private boolean relocatable;

    @Option(
            names = "--triple",
            paramLabel = "TRIPLE",
            description = "The triple of linked images (default: ${DEFAULT-VALUE}).")
    private String triple = "x86_64-pc-linux-gnu";

    @Option(
            names = "--arch",
            paramLabel = "ARCH",
            description = "The architecture of linked images.")
    private String arch = "";

    @Option(
            names = "--print-wrapped-module",
            description = "Print the module of the object as LLVM IR.")
    private boolean printsModule;

    @Override
    public Integer call() {
        var options =
                new WrapperOptions(
                        profile.profile(),
                        kind,
                        relocatable ? LinkKind.RELOCATABLE : LinkKind.FINAL);
        try {
            var images = files.stream().flatMap(file -> images(file, options)).toList();
            byte[] object = new WrapperObject(images, options).elf().write();
            if (printsModule) {
                spec.commandLine().getOut().print(new WrapperObject(images, options).moduleText());
                spec.commandLine().getOut().flush();
            }
            OutputFile.write(output, object);
            return ExitCode.OK;
        } catch (LinkException | MalformedObjectException fault) {
            return failed(String.valueOf(fault.getMessage()));
        }
    }

    private int failed(String problem) {
        spec.commandLine().getErr().println(problem);
        return ExitCode.UNEXPECTED;
    }

    private Stream<LinkedImage> images(Path file, WrapperOptions options) {
        var bytes = ObjectBytes.of(file.toString(), InputFile.read(file));
        if (!OffloadBinary.startsIn(bytes)) {
            var target = new TargetId(triple, arch);
            return Stream.of(new LinkedImage(target, Set.of(kind), bytes.bytes()));
        }
        return OffloadBinary.parseAll(bytes).stream()
                .flatMap(placed -> placed.binary().images().stream())
                .map(image -> linked(file, image, options));
    }

    private LinkedImage linked(Path file, OffloadBinary.Image image, WrapperOptions options) {
        var numbering = options.profile().fatObject().kindNumbering();
        if (!numbering.kinds(image.offloadKindCode()).contains(kind)) {
            throw new LinkException(
                    file.toString(),
                    "image for " + image.target().triple(),
                    LinkRule.OFFLOAD_KIND,
                    "is of kind %s, when --kind is %s"
                            .formatted(numbering.nameOf(image.offloadKindCode()), kind.label()));
        }
        var target = new TargetId(image.target().triple(), image.target().arch());
        return new LinkedImage(target, Set.of(kind), MemorySegment.ofArray(image.toByteArray()));
    }
}
