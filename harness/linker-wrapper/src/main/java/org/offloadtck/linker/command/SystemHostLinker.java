package org.offloadtck.linker.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.linker.HostLinker;
import org.offloadtck.linker.check.LinkChecks;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.relocatable.RelocatableLink;
import org.offloadtck.linker.tool.DeviceFileNames;
import org.offloadtck.linker.tool.LinkEnvironment;
import org.offloadtck.linker.tool.LinkTools;
import org.offloadtck.linker.wrap.WrapperObject;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.link.WrapperNaming;

/// Links with a linker of the machine, which gets the command line's words in their order and the
/// wrapper objects as files.
///
/// Requirement: WR-43.
///
/// @param linker the linker's executable
record SystemHostLinker(
        AbiProfile profile,
        Path linker,
        LinkCommandLine line,
        LinkTools tools,
        LinkEnvironment environment)
        implements HostLinker<Path> {

    @Override
    public Linked<Path> link(
            List<WrapperObject> wrappers, List<LinkInput> inputs, List<LinkedImage> images) {
        var files = wrappers.stream().map(wrapper -> file(wrapper, wrappers.size())).toList();
        var command = new ArrayList<>(List.of(linker.toString()));
        command.addAll(line.hostWords(files));
        tools.commands().run(command);
        Path output = environment.folder().resolve(line.output());
        if (!line.isRelocatable()) {
            return new Linked<>(output, new LinkChecks(profile).ofLine(inputs, images));
        }
        return new Linked<>(output, wrappers.isEmpty() ? List.of() : finishRelocatable(output));
    }

    /// Writes a wrapper object, unless the run is dry.
    ///
    /// @param count of wrapper objects in the link
    private String file(WrapperObject wrapper, int count) {
        Path file = tools.files().name(name(wrapper, count), "o");
        if (line.has(WrapperOption.PRINT_WRAPPED_MODULE)) {
            wrapper.moduleText().lines().forEach(environment.printed());
        }
        if (!tools.commands().isDry()) {
            tools.files().write(file, MemorySegment.ofArray(wrapper.elf().write()));
        }
        return file.toString();
    }

    /// The names of two programming models always differ; in LLVM 17 and before they may be equal
    /// (llvm-project issue 67583).
    private String name(WrapperObject wrapper, int count) {
        String base = new DeviceFileNames(line.output(), profile.deviceLink()).base();
        return profile.deviceLink().wrapperNames() == WrapperNaming.SHARED && count == 1
                ? base + ".image.wrapper"
                : "%s.%s.image.wrapper".formatted(base, wrapper.options().kind().label());
    }

    private List<LinkDiagnostic> finishRelocatable(Path output) {
        tools.commands().note(" [relocatable link] " + line.output());
        if (tools.commands().isDry()) {
            return List.of();
        }
        try {
            var merged = ElfObject.parse(line.output(), Files.readAllBytes(output));
            var finished = new RelocatableLink(profile).finish(merged);
            Files.write(output, finished.elf().write());
            return finished.warnings();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
