package org.offloadtck.linker.tool;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.plugin.image.TargetId;

/// Links images for the CPU to shared objects that a runtime loads. A compiler of the machine links
/// them, because it adds the start files and libraries.
///
/// Requirement: DL-07.
///
/// @see "LLVM 19, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp, generic::clang"
record CpuImageLinker(DeviceLinkOptions options, LinkTools tools) {

    /// The range of clang releases that are searched.
    private static final int NEWEST = 40;

    private static final int OLDEST = 14;

    /// Whether images for `target` are for the machine's own processor.
    static boolean links(TargetId target) {
        return target.triple().startsWith("x86_64-");
    }

    void link(List<Path> inputs, Path output, TargetId target) {
        var command = new ArrayList<String>();
        command.add(compiler(target).toString());
        command.addAll(List.of("-o", output.toString(), "-Wl,--no-undefined"));
        inputs.forEach(input -> command.add(input.toString()));
        command.addAll(List.of("-Wl,-Bsymbolic", "-shared"));
        command.addAll(options.compilerArguments());
        Stream.concat(
                        options.linkerArguments().stream(),
                        options.linkerOptions().stream()
                                .flatMap(option -> option.forTarget(target).stream()))
                .forEach(option -> command.addAll(List.of("-Xlinker", option)));
        tools.commands().run(command);
    }

    private Path compiler(TargetId target) {
        var clangs =
                IntStream.rangeClosed(-NEWEST, -OLDEST).mapToObj(release -> "clang-" + -release);
        return Stream.concat(Stream.of("cc", "gcc", "clang"), clangs)
                .map(tools.programs()::find)
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(() ->
                        new LinkException(
                                "device link",
                                target.toString(),
                                LinkRule.DEVICE_LINKER,
                                "needs a compiler, when no cc, gcc or clang is" + " on the PATH"));
    }
}
