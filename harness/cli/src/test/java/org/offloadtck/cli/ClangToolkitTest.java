package org.offloadtck.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Stock clang with the device toolkit.
class ClangToolkitTest {

    private static final String CLANG = "clang++-16";

    @TempDir private Path folder = Path.of("");

    private record Outcome(int status, String output) {}

    @BeforeEach
    void needsClang() throws IOException {
        assumeTrue(isHere(CLANG), "there is no " + CLANG);
        assumeTrue(
                Files.exists(Path.of("/usr/lib/llvm-16/lib/libomptarget-nvptx-sm_75.bc")),
                "there is no device runtime of LLVM 16");
        OffloadTck.commandLine().execute("toolkit", folder.resolve("kit").toString());
        Files.writeString(
                folder.resolve("main.cpp"),
                """
                #pragma omp declare target
                int answer(int x);
                #pragma omp end declare target
                int main() {
                  int r = 0;
                #pragma omp target map(from : r)
                  r = answer(6);
                  return r;
                }
                """);
        Files.writeString(
                folder.resolve("answer.cpp"),
                """
                #pragma omp declare target
                int answer(int x) { return 7 * x; }
                #pragma omp end declare target
                """);
    }

    private static boolean isHere(String program) {
        return List.of(System.getenv("PATH").split(":", -1)).stream()
                .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
    }

    private Outcome run(String... words) throws Exception {
        var process =
                new ProcessBuilder(words)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        var output = process.inputReader().readAllAsString();
        return new Outcome(process.waitFor(), output);
    }

    private Outcome clang(String... arguments) throws Exception {
        var words = new ArrayList<String>();
        words.addAll(
                List.of(
                        CLANG,
                        "-fopenmp",
                        "-fopenmp-targets=nvptx64-nvidia-cuda",
                        "-Xopenmp-target",
                        "-march=sm_75",
                        "--cuda-path=kit",
                        "-O1"));
        words.addAll(List.of(arguments));
        return run(words.toArray(String[]::new));
    }

    @Test
    void aProgramAndItsStaticLibraryAreLinkedForTheDevice() throws Exception {
        clang("-c", "main.cpp");
        clang("-c", "answer.cpp");
        run("ar", "rc", "libanswer.a", "answer.o");

        var linked = clang("main.o", "-L.", "-lanswer", "-o", "program");

        assertThat(linked.status()).as(linked.output()).isZero();
        assertThat(folder.resolve("program")).isExecutable();
    }

    @Test
    void anUndefinedDeviceFunctionIsToldByName() throws Exception {
        clang("-c", "main.cpp");

        var linked = clang("main.o", "-o", "program");

        assertThat(linked.status()).isNotZero();
        assertThat(linked.output())
                .contains("nvlink error   : Undefined reference to '_Z6answeri' in '");
    }

    @Test
    void linkTimeOptimisationReachesTheToolkit() throws Exception {
        var linked = clang("-foffload-lto", "main.cpp", "answer.cpp", "-o", "program");

        assertThat(linked.status()).as(linked.output()).isZero();
    }
}
