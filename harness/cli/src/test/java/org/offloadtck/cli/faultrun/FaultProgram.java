package org.offloadtck.cli.faultrun;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.offloadtck.cli.OffloadTck;
import org.offloadtck.cli.linkbuild.ClangRelease;
import org.offloadtck.cli.linkbuild.CommandProcess;
import org.offloadtck.corpus.Corpus;

/// How a base file of the bench of planted faults becomes a program: its release, and the files
/// that are linked with it.
///
/// @param base the file of the corpus
/// @param before files of the corpus that are linked before it
/// @param after files of the corpus that are linked after it
/// @param driver C source of `main`; empty if a file has one
record FaultProgram(
        String base, String release, List<String> before, List<String> after, String driver) {

    private static final Pattern NUMBER = Pattern.compile("(16|19|22)(b?)(\\.o)?$");

    private static final String FOO =
            """
            #include <stdio.h>
            int foo(int);
            int main(void) { int r = foo(4); printf("foo %d\\n", r); return r == 24 ? 0 : 9; }
            """;

    private static final String INDIRECT =
            """
            #include <stdio.h>
            int ifun(int);
            int run(int (*)(int));
            int main(void) { int r = run(ifun); printf("run %d\\n", r); return r == 4 ? 0 : 9; }
            """;

    /// The names of base files that are programs or have `main`, without the release.
    private static final List<String> COMPLETE =
            List.of("declared", "generic", "nested", "staged", "pointers", "exe");

    /// The way to link and run `base`; empty if no toolchain here does it.
    static Optional<FaultProgram> of(String base) {
        var name = base.substring(base.lastIndexOf('/') + 1);
        var number = NUMBER.matcher(name);
        if (!base.startsWith("objects/") || !number.find()) {
            return Optional.empty();
        }
        var release = number.group(1);
        var ending = release + number.group(2) + ".o";
        return switch (name.substring(0, number.start())) {
            case "la" -> Optional.of(program(base, release, List.of("objects/lm" + ending), ""));
            case "lm" ->
                    Optional.of(
                            new FaultProgram(
                                    base, release, List.of(), List.of("objects/la" + ending), ""));
            case "t" -> Optional.of(program(base, release, List.of(), FOO));
            case "tn" ->
                    Optional.of(program(base, release, List.of(), FOO))
                            .filter(one -> release.equals("19"));
            case "i" -> Optional.of(program(base, release, List.of(), INDIRECT));
            default ->
                    Optional.of(program(base, release, List.of(), ""))
                            .filter(one -> COMPLETE.contains(name.substring(0, number.start())));
        };
    }

    private static FaultProgram program(
            String base, String release, List<String> before, String driver) {
        return new FaultProgram(base, release, before, List.of(), driver);
    }

    /// Whether the base file is a program already.
    boolean isLinked() {
        return !base.endsWith(".o");
    }

    /// Whether the device is a simulated GPU.
    boolean isForGpu() {
        return base.startsWith("objects/tn");
    }

    /// Whether a runtime of the release is installed; if not, the file is linked and not run.
    boolean isRun() {
        return !release.equals("22");
    }

    Optional<String> reasonAgainst() {
        var tool = isRun() ? "clang++-" + release : "clang-linker-wrapper-" + release;
        if (!CommandProcess.isInstalled(tool)) {
            return Optional.of(tool + " is not on this machine");
        }
        return isRun() && ClangRelease.of(release).runtime().isEmpty()
                ? Optional.of("there is no libomptarget " + release)
                : Optional.empty();
    }

    private Path runtime() {
        return ClangRelease.of(release).runtime().orElseThrow();
    }

    /// Links `bytes` to `program` as the release does.
    FaultProcess link(byte[] bytes, Path toolkit, Path program) throws Exception {
        var folder = program.getParent();
        var object = folder.resolve("fault.o");
        Files.write(object, bytes);
        if (!isRun()) {
            return FaultProcess.run(folder, Map.of(), wrapper(object, program));
        }
        var words =
                new ArrayList<>(
                        List.of(
                                "clang++-" + release,
                                "-fopenmp",
                                isForGpu()
                                        ? "-fopenmp-targets=nvptx64-nvidia-cuda"
                                        : "-fopenmp-targets=x86_64-pc-linux-gnu"));
        if (isForGpu()) {
            words.add("--cuda-path=" + toolkit);
        }
        if (base.endsWith("b.o")) {
            words.add("-foffload-lto");
        }
        before.forEach(other -> words.add(copied(other, folder)));
        words.add(object.toString());
        after.forEach(other -> words.add(copied(other, folder)));
        if (!driver.isEmpty()) {
            words.add(compiledDriver(folder));
        }
        words.addAll(List.of("-L" + runtime(), "-o", program.toString()));
        return FaultProcess.run(folder, Map.of(), words);
    }

    private List<String> wrapper(Path object, Path program) {
        return List.of(
                "clang-linker-wrapper-" + release,
                "--host-triple=x86_64-pc-linux-gnu",
                "--linker-path=/usr/bin/ld",
                "-o",
                program.toString(),
                object.toString(),
                "--unresolved-symbols=ignore-all",
                "-e",
                "0");
    }

    private static String copied(String file, Path folder) {
        try {
            var copy = folder.resolve(file.substring(file.lastIndexOf('/') + 1));
            return Files.write(copy, Corpus.bytes(file)).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String compiledDriver(Path folder) throws Exception {
        var source = Files.writeString(folder.resolve("driver.c"), driver);
        var object = folder.resolve("driver.o").toString();
        FaultProcess.run(
                folder,
                Map.of(),
                List.of("clang-" + release, "-c", source.toString(), "-o", object));
        return object;
    }

    /// The folder with the runtime under the name that the programs of the corpus need: they were
    /// linked with a library of that name.
    private Path aliases(Path program) throws IOException {
        var folder = Files.createDirectories(program.resolveSibling("runtime-" + release));
        var alias = folder.resolve("libomptarget.so.16");
        if (!Files.exists(alias)) {
            Files.createSymbolicLink(alias, runtime().resolve("libomptarget.so"));
        }
        return folder;
    }

    /// Runs `program`.
    ///
    /// @param policy `OMP_TARGET_OFFLOAD`
    FaultProcess run(Path program, String policy) throws Exception {
        var words = new ArrayList<String>();
        if (isForGpu()) {
            words.addAll(
                    List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                            "--enable-native-access=ALL-UNNAMED",
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            OffloadTck.class.getName(),
                            "exec",
                            "--"));
        }
        words.add(program.toString());
        var environment = new HashMap<String, String>();
        environment.put("LD_LIBRARY_PATH", "%s:%s".formatted(aliases(program), runtime()));
        environment.put("LIBOMP_NUM_HIDDEN_HELPER_THREADS", "1");
        environment.put("OMP_TARGET_OFFLOAD", policy);
        return FaultProcess.run(program.getParent(), environment, words);
    }
}
