package org.offloadtck.object.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.InputFile;
import org.offloadtck.command.OutputFile;
import org.offloadtck.command.Subcommand;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.archive.ArchiveMember;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.OffloadBinary.Image;
import org.offloadtck.object.pack.ImageArgumentException;
import org.offloadtck.object.pack.ImageArguments;
import org.offloadtck.object.pack.OffloadBinaryFinder;
import org.offloadtck.object.pack.OffloadPackager;
import org.offloadtck.object.pack.PackedImageSelection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck pack`: packs and extracts device images as the packager of the profile's edition
/// does, with the options of `clang-offload-packager`.
///
/// Requirement: OB-09.
@Command(
        name = "pack",
        mixinStandardHelpOptions = true,
        description = "Packs device images into an offload binary, or extracts them from a file.")
public final class PackCommand implements Subcommand {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private ProfileOption profile = new ProfileOption();

    @Option(
            names = "-o",
            paramLabel = "FILE",
            description = "Write the offload binary to this file; without it, extract images.")
    private Optional<Path> output = Optional.empty();

    @Option(
            names = "--image",
            paramLabel = "KEY=VALUE,...",
            description = "The file, triple, arch and kind of an image (repeatable).")
    private List<String> images = new ArrayList<>();

    @Option(names = "--archive", description = "Write the extracted images into archives.")
    private boolean archive;

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "The file to extract images from.")
    private Optional<Path> input = Optional.empty();

    @Override
    public Integer call() {
        try {
            var arguments = images.stream().map(ImageArguments::parse).toList();
            if (output.isPresent() && input.isEmpty()) {
                return pack(output.get(), arguments);
            }
            if (input.isPresent() && output.isEmpty()) {
                return extract(input.get(), arguments);
            }
        } catch (MalformedObjectException fault) {
            return refused(fault.getMessage());
        } catch (ImageArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
        }
        throw new ParameterException(
                spec.commandLine(),
                "the command line needs either -o FILE or a file to extract images from");
    }

    private int refused(String problem) {
        spec.commandLine().getErr().println("offload-tck: " + problem);
        return ExitCode.UNEXPECTED;
    }

    private int pack(Path target, List<ImageArguments> arguments) {
        var packer = new OffloadPackager(profile.profile());
        for (var image : arguments) {
            if (image.files().isEmpty()) {
                throw new ImageArgumentException("--image: the file is missing");
            }
            for (var file : image.files()) {
                packer.add(image, file, InputFile.read(Path.of(file)));
            }
        }
        write(target, packer.pack());
        return ExitCode.OK;
    }

    private int extract(Path source, List<ImageArguments> arguments) {
        if (arguments.isEmpty()) {
            throw new ImageArgumentException(
                    "--image is missing; it selects the images, for example --image=kind=openmp");
        }
        var extraction = new PackedImageSelection(profile.profile().fatObject().kindNumbering());
        var all = images(source);
        var missed = new ArrayList<String>();
        for (int i = 0; i < images.size(); i++) {
            var found = extraction.matching(arguments.get(i), all);
            if (found.isEmpty()) {
                missed.add(images.get(i));
            } else {
                write(source, arguments.get(i), found);
            }
        }
        return missed.isEmpty()
                ? ExitCode.OK
                : refused(
                        "%s: none of its %d images matches --image=%s"
                                .formatted(source, all.size(), String.join(" --image=", missed)));
    }

    private static List<Image> images(Path source) {
        var images = new ArrayList<Image>();
        var runs =
                OffloadBinaryFinder.find(
                        source.toString(),
                        InputFile.read(source),
                        member -> FileChecks.thinMember(source, member));
        for (var run : runs) {
            OffloadBinary.parseAll(run).forEach(one -> images.addAll(one.binary().images()));
        }
        return images;
    }

    private void write(Path source, ImageArguments wanted, List<Image> found) {
        var stem = source.getFileName().toString().replaceFirst("\\.[^.]*$", "");
        if (archive) {
            var members = new ArrayList<ArchiveMember>();
            for (int index = 0; index < found.size(); index++) {
                var name = PackedImageSelection.fileName(stem, found.get(index), index);
                members.add(ArchiveMember.of(name, found.get(index).toByteArray()));
            }
            write(Path.of(only(wanted)), Archive.of(only(wanted), members).write());
        } else if (wanted.files().isEmpty()) {
            for (int index = 0; index < found.size(); index++) {
                var name = PackedImageSelection.fileName(stem, found.get(index), index);
                write(Path.of(name), found.get(index).toByteArray());
            }
        } else {
            if (found.size() > 1) {
                spec.commandLine()
                        .getErr()
                        .printf(
                                "offload-tck: %d images match, of which %s gets the last%n",
                                found.size(), only(wanted));
            }
            write(Path.of(only(wanted)), found.getLast().toByteArray());
        }
    }

    private static String only(ImageArguments wanted) {
        return wanted.value("file")
                .orElseThrow(() ->
                        new ImageArgumentException("--image: the file of the archive is missing"));
    }

    private static void write(Path target, byte[] bytes) {
        OutputFile.write(target, bytes);
    }
}
