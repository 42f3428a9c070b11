package org.offloadtck.linker.tool;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.offloadtck.plugin.image.TargetId;

/// An installed `llvm-lto2`, LLVM's program around the link-time optimizer that linker wrappers
/// call as a library.
///
/// Requirement: DL-06.
///
/// @see "LLVM 16, llvm/tools/llvm-lto2/llvm-lto2.cpp"
record LtoTool(Path program) {

    static final String NAME = "llvm-lto2";

    /// The range of releases that are searched, newest first: a newer LLVM reads the bitcode of an
    /// older one.
    private static final int NEWEST = 40;

    private static final int OLDEST = 14;

    /// Finds the tool of the release whose name ends in `suffix`, so that the runtime of that
    /// release reads its output; if it is missing, that of any other release.
    static Optional<LtoTool> find(ProgramSearchPath programs, String suffix) {
        var others = IntStream.rangeClosed(-NEWEST, -OLDEST).mapToObj(release -> "-" + -release);
        return Stream.of(Stream.of(suffix), others, Stream.of(""))
                .flatMap(suffixes -> suffixes)
                .flatMap(one -> programs.find(NAME + one).stream())
                .findFirst()
                .map(LtoTool::new);
    }

    /// The command that prints the symbol tables of bitcode files.
    List<String> printingSymbols(List<Path> inputs) {
        var command = new ArrayList<>(List.of(program.toString(), "dump-symtab"));
        inputs.forEach(input -> command.add(input.toString()));
        return command;
    }

    /// The command that links, optimizes and compiles bitcode files.
    ///
    /// @param target of the code
    /// @param options of the optimizer and code generator
    /// @param output the stem of the output files: task `n` writes `output.n`
    List<String> linking(TargetId target, List<String> options, Path output) {
        var command =
                new ArrayList<>(
                        List.of(
                                program.toString(),
                                "run",
                                "-default-triple=" + target.triple(),
                                "-relocation-model=pic"));
        if (!target.arch().isEmpty() && !target.arch().equals("generic")) {
            command.add("-mcpu=" + target.arch());
        }
        command.addAll(options);
        command.addAll(List.of("-o", output.toString()));
        return command;
    }
}
