package org.offloadtck.object.check.working;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// An installed release of clang.
///
/// @param number its major version
/// @param tools options that name the folder of its offloading tools; empty if it finds them itself
/// @param libraries options that name the folder of an offloading runtime; empty if there is none
record ClangRelease(int number, String tools, Optional<String> libraries) {

    private static final List<Integer> RELEASES = List.of(15, 16, 19, 22);

    /// The installed releases, in ascending order. `OFFLOAD_TCK_TOOLCHAINS` names a folder of
    /// unpacked packages, as for the toolchains under test.
    static List<ClangRelease> installed() {
        return RELEASES.stream()
                .filter(number -> isProgram("clang-" + number))
                .flatMap(number -> of(number).stream())
                .toList();
    }

    private static Optional<ClangRelease> of(int number) {
        var packager = folder(number, "bin/clang-offload-packager");
        if (packager.isEmpty()) {
            return Optional.empty();
        }
        // No package of release 22 has a runtime; its programs are linked with that of release 19.
        var runtime =
                folder(number, "lib/libomptarget.so").or(() -> folder(19, "lib/libomptarget.so"));
        return Optional.of(
                new ClangRelease(
                        number,
                        "-B" + packager.get(),
                        runtime.map(folder -> "-L%s -Wl,-rpath,%s".formatted(folder, folder))));
    }

    /// The folder of a file of the release's package.
    private static Optional<Path> folder(int number, String file) {
        var own = "usr/lib/llvm-" + number;
        var unpacked =
                Stream.ofNullable(System.getenv("OFFLOAD_TCK_TOOLCHAINS"))
                        .map(root -> Path.of(root, "llvm-" + number, own));
        return Stream.concat(Stream.of(Path.of("/", own)), unpacked)
                .map(root -> root.resolve(file))
                .filter(Files::exists)
                .map(Path::getParent)
                .findFirst();
    }

    static boolean isProgram(String name) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    }

    String producer() {
        return "clang " + number;
    }

    String compiler(String source) {
        var name = source.endsWith(".c") ? "clang" : "clang++";
        return "%s-%d %s".formatted(name, number, tools);
    }
}
