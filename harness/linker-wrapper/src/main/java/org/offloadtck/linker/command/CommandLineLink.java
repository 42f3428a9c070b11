package org.offloadtck.linker.command;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import org.offloadtck.linker.LinkPipeline;
import org.offloadtck.linker.LinkerWrapper;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.tool.CommandRunner;
import org.offloadtck.linker.tool.CommandRunner.Mode;
import org.offloadtck.linker.tool.LinkEnvironment;
import org.offloadtck.linker.tool.LinkTools;
import org.offloadtck.linker.tool.TemporaryFiles;
import org.offloadtck.linker.tool.ToolImageLinker;
import org.offloadtck.linker.wrap.LinkKind;

/// A link as a command line of `clang-linker-wrapper` specifies it: device images with the tools of
/// the machine for their targets, the program with the machine's linker.
///
/// @see "LLVM 22, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp, main"
public final class CommandLineLink {

    private final LinkerWrapper wrapper;
    private final LinkCommandLine line;
    private final LinkEnvironment environment;
    private final CommandRunner commands;

    private CommandLineLink(
            LinkerWrapper wrapper, LinkCommandLine line, LinkEnvironment environment) {
        this.wrapper = wrapper;
        this.line = line;
        this.environment = environment;
        this.commands =
                new CommandRunner(
                        mode(line),
                        environment.folder(),
                        environment.limit(),
                        environment.printed());
    }

    private static Mode mode(LinkCommandLine line) {
        if (line.has(WrapperOption.DRY_RUN)) {
            return Mode.DRY_RUN;
        }
        return line.has(WrapperOption.VERBOSE) ? Mode.VERBOSE : Mode.RUN;
    }

    /// Performs the link that `line` specifies.
    ///
    /// @return warnings: defects that appear only at run time or in a later link
    /// @throws LinkException if an option has a wrong value, or the images or the program cannot be
    ///   linked
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if an input is damaged
    /// @throws org.offloadtck.plugin.image.DeviceLinkException if a device linker rejects the
    ///   images
    public static List<LinkDiagnostic> run(
            LinkerWrapper wrapper, LinkCommandLine line, LinkEnvironment environment) {
        var link = new CommandLineLink(wrapper, line, environment);
        try (var files = link.temporaryFiles()) {
            return link.run(files);
        }
    }

    private TemporaryFiles temporaryFiles() {
        return line.has(WrapperOption.SAVE_TEMPS) || commands.isDry()
                ? TemporaryFiles.keptIn(environment.folder())
                : TemporaryFiles.temporary();
    }

    private List<LinkDiagnostic> run(TemporaryFiles files) {
        Path linker = linker();
        var tools = new LinkTools(environment.programs(), commands, files);
        var reader =
                new CommandLineInputs(
                        line, LibrarySearch.of(line, environment.folder()), environment.folder());
        var inputs = reader.read();
        return pipeline(linker, reader, tools, inputs).warnings();
    }

    private LinkPipeline.Result<Path> pipeline(
            Path linker, CommandLineInputs reader, LinkTools tools, List<LinkInput> inputs) {
        var overriding =
                line.values(WrapperOption.OVERRIDE_IMAGE).stream()
                        .map(value -> OverrideImage.read(value, environment.folder()))
                        .toList();
        var pipeline =
                new LinkPipeline<>(
                        wrapper.profile(),
                        line.isRelocatable() ? LinkKind.RELOCATABLE : LinkKind.FINAL,
                        imageLinker(reader, tools),
                        new SystemHostLinker(wrapper.profile(), linker, line, tools, environment));
        if (!overriding.isEmpty()) {
            return pipeline.linkOverridden(inputs, overriding);
        }
        var wanted = new HashSet<>(line.values(WrapperOption.SHOULD_EXTRACT));
        return pipeline.link(inputs, pipeline.deviceInput(inputs, wanted));
    }

    private ToolImageLinker imageLinker(CommandLineInputs reader, LinkTools tools) {
        boolean passesLibraries = wrapper.profile().deviceLink().passesHostArchives();
        var options = line.deviceLinkOptions(passesLibraries ? reader.hostLibraries() : List.of());
        return new ToolImageLinker(wrapper.profile(), wrapper.deviceLinkers(), options, tools);
    }

    private Path linker() {
        String name =
                line.last(WrapperOption.LINKER_PATH)
                        .filter(path -> !path.isEmpty())
                        .orElseThrow(() ->
                                LinkCommandLine.rejected(
                                        WrapperOption.LINKER_PATH.spelling(),
                                        "is missing, when it should name the host linker"));
        return environment
                .programs()
                .find(name)
                .orElseThrow(() ->
                        LinkCommandLine.rejected(
                                WrapperOption.LINKER_PATH.spelling(),
                                "names %s, which is not an executable program".formatted(name)));
    }
}
