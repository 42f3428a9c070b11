package org.offloadtck.implementation.external;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The toolchain of a build or installation tree of LLVM: the kit's descriptor of the same release,
/// with tools and files of the tree.
///
/// @param folder with `bin/clang++` and `lib/clang/N`
public record LlvmBuild(Path folder) {

    /// The id of the toolchain in results.
    public static final String ID = "llvm-build";

    /// The folders of libraries: of an installation, of one with a folder for each target
    /// (`LLVM_ENABLE_PER_TARGET_RUNTIME_DIR`), and of a build tree before LLVM 19 and since.
    private static final List<String> LIBRARIES =
            List.of(
                    "lib",
                    "lib/x86_64-unknown-linux-gnu",
                    "lib/x86_64-pc-linux-gnu",
                    "runtimes/runtimes-bins/openmp/libomptarget",
                    "runtimes/runtimes-bins/offload");

    /// The resource directories of clang: `lib/clang/19`, and `lib/clang/15.0.6` before LLVM 16.
    private static final String RESOURCES = "lib/clang";

    /// The major release; empty if the folder has no resource directory of clang.
    OptionalInt release() {
        try (var versions = Files.list(folder.resolve(RESOURCES))) {
            return versions.map(path -> path.getFileName().toString().split("\\.", 2)[0])
                    .filter(name -> name.matches("[1-9][0-9]{0,3}"))
                    .mapToInt(Integer::parseInt)
                    .max();
        } catch (java.nio.file.NoSuchFileException | java.nio.file.NotDirectoryException _) {
            return OptionalInt.empty();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// The toolchain. [ToolchainLookup] says what the tree lacks.
    ///
    /// @throws IllegalArgumentException if the tree has no clang, or one of a release of which the
    ///   kit has no descriptor
    public Toolchain toolchain() {
        var release =
                release()
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "%s has no %s/N when it should be a build tree of LLVM with clang"
                                                .formatted(folder, RESOURCES)));
        var profile = "llvm-" + release;
        var described = Toolchains.ids().stream().map(Toolchains::shipped).toList();
        return described.stream()
                .filter(each -> each.profile().equals(profile))
                .findFirst()
                .map(each -> of(each, Integer.toString(release)))
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "%s is of LLVM %d when it should be of a release that the kit describes: %s"
                                        .formatted(
                                                folder,
                                                release,
                                                described.stream()
                                                        .map(Toolchain::profile)
                                                        .collect(Collectors.joining(", ")))));
    }

    private Toolchain of(Toolchain same, String release) {
        var tools = new TreeMap<String, String>();
        var files = new TreeMap<String, List<String>>();
        same.tools().forEach((name, tool) -> tools.put(name, tool(tool, release)));
        same.files()
                .forEach((name, candidates) -> {
                    if (isTool(candidates)) {
                        tools.put(name, tool(name(candidates.getFirst()), release));
                    } else {
                        files.put(name, libraries(candidates));
                    }
                });
        return new Toolchain(
                ID,
                "LLVM %s of %s".formatted(release, folder),
                same.profile(),
                tools,
                Map.copyOf(files),
                same.languages(),
                same.levels(),
                same.commands(),
                same.environment(),
                same.limits());
    }

    private static boolean isTool(List<String> candidates) {
        return candidates.stream().allMatch(path -> path.contains("/bin/"));
    }

    /// A program of the tree; one that is not LLVM's, such as `ar`, is taken from the `PATH`.
    private String tool(String program, String release) {
        var suffix = "-" + release;
        var plain =
                program.endsWith(suffix)
                        ? program.substring(0, program.length() - suffix.length())
                        : program;
        var own = folder.resolve("bin").resolve(plain).toAbsolutePath().normalize();
        boolean isOther = plain.equals(program) && !Files.exists(own);
        return isOther && !program.startsWith("clang") ? program : own.toString();
    }

    private List<String> libraries(List<String> candidates) {
        return candidates.stream()
                .map(LlvmBuild::name)
                .flatMap(name -> Stream.of(name, name.replaceFirst("(\\.so)\\..*", "$1")))
                .distinct()
                .flatMap(name -> LIBRARIES.stream().map(each -> folder.resolve(each).resolve(name)))
                .map(path -> path.toAbsolutePath().normalize().toString())
                .toList();
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
