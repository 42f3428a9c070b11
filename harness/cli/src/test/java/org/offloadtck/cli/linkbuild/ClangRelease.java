package org.offloadtck.cli.linkbuild;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A release of clang with its linker wrapper, and the folder of its runtime if one is here.
public record ClangRelease(String number, Optional<Path> runtime) {

    public static ClangRelease of(String number) {
        String folder = "usr/lib/llvm-%s/lib".formatted(number);
        var unpacked =
                Stream.ofNullable(System.getenv("OFFLOAD_TCK_TOOLCHAINS"))
                        .map(toolchains -> Path.of(toolchains, "llvm-" + number).resolve(folder));
        return new ClangRelease(
                number,
                Stream.concat(unpacked, Stream.of(Path.of("/", folder)))
                        .filter(path -> Files.exists(path.resolve("libomptarget.so")))
                        .findFirst());
    }

    String wrapper() {
        return "clang-linker-wrapper-" + number;
    }

    String profile() {
        return "llvm-" + number;
    }

    /// The reason why this release cannot build `options`; empty if it can.
    Optional<String> reasonAgainst(LinkOptions options) {
        for (String tool : List.of("clang++-" + number, wrapper(), "llvm-lto2-" + number, "ld")) {
            if (!CommandProcess.isInstalled(tool)) {
                return Optional.of(tool + " is not on this machine");
            }
        }
        return options.needsRuntime() && runtime.isEmpty()
                ? Optional.of("there is no libomptarget " + number)
                : Optional.empty();
    }

    /// The words before those of a compilation or link.
    List<String> command(String source, Path toolkit) {
        var words = new ArrayList<String>();
        words.add((source.endsWith(".c") ? "clang-" : "clang++-") + number);
        words.addAll(List.of("-fopenmp", "--cuda-path=" + toolkit, "-w"));
        runtime.filter(folder -> !folder.startsWith("/usr"))
                .ifPresent(folder -> {
                    words.add("-isystem" + folder.resolve("clang/%s/include".formatted(number)));
                    words.add("-L" + folder);
                });
        return words;
    }

    /// The environment of a compilation, which finds the device runtimes of all architectures.
    Map<String, String> environment() {
        return runtime.map(folder -> Map.of("LIBRARY_PATH", folder.toString())).orElse(Map.of());
    }
}
