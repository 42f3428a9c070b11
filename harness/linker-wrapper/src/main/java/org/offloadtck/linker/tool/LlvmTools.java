package org.offloadtck.linker.tool;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.offloadtck.plugin.image.TargetId;

/// An installed LLVM that links bitcode: three tools of one release.
///
/// Requirement: DL-06.
record LlvmTools(Path link, Path optimizer, Path compiler) {

    static final List<String> TOOLS = List.of("llvm-link", "opt", "llc");

    /// The range of releases that are searched, newest first: a newer LLVM reads the bitcode of an
    /// older one.
    private static final int NEWEST = 40;

    private static final int OLDEST = 14;

    /// Finds the tools of the release whose names end in `suffix`, so that the runtime of that
    /// release reads their output; if they are missing, those of any other release.
    static Optional<LlvmTools> find(ProgramSearchPath programs, String suffix) {
        var others = IntStream.rangeClosed(-NEWEST, -OLDEST).mapToObj(release -> "-" + -release);
        return Stream.of(Stream.of(suffix), others, Stream.of(""))
                .flatMap(suffixes -> suffixes)
                .flatMap(one -> of(programs, one).stream())
                .findFirst();
    }

    private static Optional<LlvmTools> of(ProgramSearchPath programs, String suffix) {
        var tools = new ArrayList<Path>();
        TOOLS.forEach(tool -> programs.find(tool + suffix).ifPresent(tools::add));
        return tools.size() == TOOLS.size()
                ? Optional.of(new LlvmTools(tools.get(0), tools.get(1), tools.get(2)))
                : Optional.empty();
    }

    List<String> linking(List<Path> inputs, Path output) {
        var command = new ArrayList<>(List.of(link.toString(), "-o", output.toString()));
        inputs.forEach(input -> command.add(input.toString()));
        return command;
    }

    /// The command that optimizes a module.
    ///
    /// @param level such as `O2`
    List<String> optimizing(Path input, String level, Path output) {
        return List.of(
                optimizer.toString(),
                "-passes=default<%s>".formatted(level),
                "-o",
                output.toString(),
                input.toString());
    }

    /// The command that compiles a module.
    ///
    /// @param type `obj`, or `asm` for a target with an assembler of its own
    List<String> compiling(Path input, TargetId target, String type, Path output) {
        var command =
                new ArrayList<>(
                        List.of(
                                compiler.toString(),
                                "-mtriple=" + target.triple(),
                                "-relocation-model=pic",
                                "-filetype=" + type));
        if (!target.arch().isEmpty() && !target.arch().equals("generic")) {
            command.add("-mcpu=" + target.arch());
        }
        command.addAll(List.of("-o", output.toString(), input.toString()));
        return command;
    }
}
