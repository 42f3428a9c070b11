package org.offloadtck.linker.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SequencedMap;
import org.offloadtck.linker.LinkerWrapper;
import org.offloadtck.linker.check.LinkChecks;
import org.offloadtck.linker.check.TargetReferences;
import org.offloadtck.linker.check.UnregisteredEntries;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.relocatable.RelinkedImages;
import org.offloadtck.linker.relocatable.RelocatableLink;
import org.offloadtck.linker.tool.CommandRunner;
import org.offloadtck.linker.tool.CommandRunner.Mode;
import org.offloadtck.linker.tool.LinkEnvironment;
import org.offloadtck.linker.tool.LinkTools;
import org.offloadtck.linker.tool.TemporaryFiles;
import org.offloadtck.linker.wrap.LinkKind;
import org.offloadtck.linker.wrap.WrapperObject;
import org.offloadtck.linker.wrap.WrapperOptions;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.profile.link.RelocatableStyle;
import org.offloadtck.object.profile.link.WrapperNaming;

/// A link as `clang-linker-wrapper` is told to do it: device images with what the machine has for
/// their targets, the program with the machine's linker.
///
/// @see "LLVM 22, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp, main"
public final class CommandLineLink {

    private final LinkerWrapper wrapper;
    private final LinkCommandLine line;
    private final LinkEnvironment surroundings;
    private final CommandRunner commands;
    private final List<LinkDiagnostic> warnings = new ArrayList<>();

    private CommandLineLink(
            LinkerWrapper wrapper, LinkCommandLine line, LinkEnvironment surroundings) {
        this.wrapper = wrapper;
        this.line = line;
        this.surroundings = surroundings;
        this.commands =
                new CommandRunner(
                        mode(line),
                        surroundings.folder(),
                        surroundings.limit(),
                        surroundings.printed());
    }

    private static Mode mode(LinkCommandLine line) {
        if (line.has(WrapperOption.DRY_RUN)) {
            return Mode.DRY_RUN;
        }
        return line.has(WrapperOption.VERBOSE) ? Mode.VERBOSE : Mode.RUN;
    }

    /// Does what `words`, without the program's name, say.
    ///
    /// @return what the link leaves to go wrong later
    /// @throws LinkException if the command line is wrong, or the images or the program cannot be
    ///   linked
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if an input is damaged
    /// @throws org.offloadtck.plugin.image.DeviceLinkException if a device linker refuses the
    ///   images
    public static List<LinkDiagnostic> run(
            LinkerWrapper wrapper, List<String> words, LinkEnvironment surroundings) {
        var command = new CommandLineLink(wrapper, LinkCommandLine.parse(words), surroundings);
        try (var files = command.temporaryFiles()) {
            return command.link(files);
        }
    }

    private TemporaryFiles temporaryFiles() {
        return line.has(WrapperOption.SAVE_TEMPS) || commands.isDry()
                ? TemporaryFiles.kept(surroundings.folder())
                : TemporaryFiles.passing();
    }

    private List<LinkDiagnostic> link(TemporaryFiles files) {
        Path linker = linker();
        var place = new LinkTools(surroundings.programs(), commands, files);
        var read =
                new CommandLineInputs(
                        line, LibrarySearch.of(line, surroundings.folder()), surroundings.folder());
        var inputs = read.read();
        var images = images(inputs, read, place);
        var wrappers = wrap(images, place);
        var command = new ArrayList<>(List.of(linker.toString()));
        command.addAll(line.hostWords(wrappers));
        commands.run(command);
        if (!line.isRelocatable()) {
            warnings.addAll(UnregisteredEntries.of(inputs, wrapper.profile(), images));
            warnings.addAll(new LinkChecks(wrapper.profile()).ofImages(inputs, images));
        } else if (!wrappers.isEmpty()) {
            warnings.addAll(finishRelocatable());
        }
        return List.copyOf(warnings);
    }

    private Path linker() {
        String name =
                line.last(WrapperOption.LINKER_PATH)
                        .filter(path -> !path.isEmpty())
                        .orElseThrow(() ->
                                LinkCommandLine.refused(
                                        WrapperOption.LINKER_PATH.spelling(),
                                        "is missing, when it should name the host linker"));
        return surroundings
                .programs()
                .find(name)
                .orElseThrow(() ->
                        LinkCommandLine.refused(
                                WrapperOption.LINKER_PATH.spelling(),
                                "names %s, which is no program here".formatted(name)));
    }

    /// Of a relocatable link, nothing where the edition has only the plain one.
    private List<LinkedImage> images(
            List<LinkInput> inputs, CommandLineInputs read, LinkTools place) {
        var overriding = line.values(WrapperOption.OVERRIDE_IMAGE);
        if (!overriding.isEmpty()) {
            return overriding.stream()
                    .map(value -> OverrideImage.read(value, surroundings.folder()))
                    .toList();
        }
        if (line.isRelocatable()
                && wrapper.profile().relocatableLink().style() == RelocatableStyle.MERGE) {
            return List.of();
        }
        var wanted = new HashSet<>(line.values(WrapperOption.SHOULD_EXTRACT));
        var input = wrapper.deviceInput(inputs, wanted);
        warnings.addAll(input.warnings());
        warnings.addAll(new LinkChecks(wrapper.profile()).ofInputs(inputs, input.images()));
        warnings.addAll(TargetReferences.diagnostics(inputs, input.images()));
        warnings.addAll(RelinkedImages.extractedAgain(input.images(), inputs));
        boolean passes = wrapper.profile().deviceLink().passesHostArchives();
        var cpu = new CpuImageLinker(line, passes ? read.hostLibraries() : List.of(), place);
        var images = new ToolImageLinker(wrapper, line, cpu, place);
        return input.groups().stream().map(images::link).toList();
    }

    /// The files of the objects that register `images`.
    private List<String> wrap(List<LinkedImage> images, LinkTools place) {
        var byKind = LinkerWrapper.byKind(images);
        var files = new ArrayList<String>();
        byKind.forEach((kind, registered) -> {
            var wrapping = new WrapperOptions(wrapper.profile(), kind, linkKind());
            Path file = place.files().name(wrapperName(kind, byKind), "o");
            if (line.has(WrapperOption.PRINT_WRAPPED_MODULE)) {
                WrapperObject.text(registered, wrapping).lines().forEach(surroundings.printed());
            }
            if (!commands.isDry()) {
                place.files()
                        .write(
                                file,
                                MemorySegment.ofArray(
                                        WrapperObject.of(registered, wrapping).write()));
            }
            files.add(file.toString());
        });
        return files;
    }

    private LinkKind linkKind() {
        return line.isRelocatable() ? LinkKind.RELOCATABLE : LinkKind.FINAL;
    }

    /// Two models never share a name, as they do in LLVM 17 and before (llvm-project issue 67583).
    private String wrapperName(
            OffloadKind kind, SequencedMap<OffloadKind, List<LinkedImage>> byKind) {
        String base = new DeviceFileNames(line.output(), wrapper.profile().deviceLink()).base();
        return wrapper.profile().deviceLink().wrapperNames() == WrapperNaming.SHARED
                        && byKind.size() == 1
                ? base + ".image.wrapper"
                : "%s.%s.image.wrapper".formatted(base, kind.label());
    }

    private List<LinkDiagnostic> finishRelocatable() {
        Path output = surroundings.folder().resolve(line.output());
        commands.note(" [relocatable link] " + line.output());
        if (commands.isDry()) {
            return List.of();
        }
        try {
            var merged = ElfObject.parse(line.output(), Files.readAllBytes(output));
            var finished = new RelocatableLink(wrapper.profile()).finish(merged);
            Files.write(output, finished.elf().write());
            return finished.warnings();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
