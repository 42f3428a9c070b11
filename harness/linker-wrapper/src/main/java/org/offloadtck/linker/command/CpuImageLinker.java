package org.offloadtck.linker.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.tool.LinkTools;
import org.offloadtck.plugin.image.TargetId;

/// Links images for the CPU to shared objects that a runtime loads, with a compiler of the machine:
/// it knows the start files and libraries that a linker alone does not.
///
/// @param line whose libraries and library folders take part
/// @param hostLibraries archives and shared objects that take part, too
/// @see "LLVM 19, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp, generic::clang"
record CpuImageLinker(LinkCommandLine line, List<String> hostLibraries, LinkTools place) {

    private static final int NEWEST = 40;
    private static final int OLDEST = 14;

    /// Whether images for `target` are for the machine's own processor, so that its compiler links
    /// them.
    static boolean links(TargetId target) {
        return target.triple().startsWith("x86_64-");
    }

    void link(List<Path> inputs, Path output, TargetId target) {
        var command = new ArrayList<String>();
        command.add(compiler(target).toString());
        command.addAll(List.of("-o", output.toString(), "-Wl,--no-undefined"));
        inputs.forEach(input -> command.add(input.toString()));
        command.addAll(List.of("-Wl,-Bsymbolic", "-shared"));
        for (LinkArgument argument : line.arguments()) {
            command.addAll(words(argument));
        }
        deviceOptions(target).forEach(option -> command.addAll(List.of("-Xlinker", option)));
        place.commands().run(command);
    }

    private List<String> words(LinkArgument argument) {
        return switch (argument) {
            case LinkArgument.Library _, LinkArgument.LibraryFolder _ -> argument.words();
            case LinkArgument.RunPath(String folder) -> List.of("-Wl,-rpath," + folder);
            case LinkArgument.WholeArchive _, LinkArgument.NoWholeArchive _ ->
                    List.of("-Wl," + argument.words().getFirst());
            case LinkArgument.Input(String file) ->
                    hostLibraries.contains(file) ? List.of(file) : List.of();
            case LinkArgument.Output _,
                    LinkArgument.Relocatable _,
                    LinkArgument.SystemRoot _,
                    LinkArgument.Own _,
                    LinkArgument.Passed _ ->
                    List.of();
        };
    }

    /// What `--device-linker` says to the linker of `target`: `VALUE`, or `TRIPLE=VALUE`.
    private List<String> deviceOptions(TargetId target) {
        var options = new ArrayList<>(line.values(WrapperOption.LINKER_ARG));
        for (String value : line.values(WrapperOption.DEVICE_LINKER)) {
            int equals = value.indexOf('=');
            String triple = equals < 0 ? "" : value.substring(0, equals);
            if (triple.equals(target.triple())) {
                options.add(value.substring(equals + 1));
            } else if (!isTriple(triple)) {
                options.add(value);
            }
        }
        return options;
    }

    /// A triple has two dashes, not at its start: an option of a linker has its own there.
    private static boolean isTriple(String text) {
        return !text.startsWith("-") && text.chars().filter(c -> c == '-').count() >= 2;
    }

    private Path compiler(TargetId target) {
        var clangs =
                IntStream.rangeClosed(-NEWEST, -OLDEST).mapToObj(release -> "clang-" + -release);
        return Stream.concat(Stream.of("cc", "gcc", "clang"), clangs)
                .map(place.programs()::find)
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(() ->
                        new LinkException(
                                "device link",
                                target.toString(),
                                LinkRule.DEVICE_LINKER,
                                "takes a compiler of the machine, when there is no cc, gcc or clang"
                                        + " on the PATH"));
    }
}
