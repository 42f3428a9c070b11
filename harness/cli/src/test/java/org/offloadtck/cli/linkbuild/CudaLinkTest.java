package org.offloadtck.cli.linkbuild;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.cli.CommandRun;
import org.offloadtck.corpus.Corpus;

/// Links CUDA units of each release of clang with `offload-tck link` in place of the release's
/// linker wrapper, and runs the program: the kernels and variables that it registers are those of
/// both units.
class CudaLinkTest {

    private static final String SOURCES = "executables/cuda/";

    private static final String COMPILE =
            "-x cuda -std=c++17 -O2 -w -fgpu-rdc --offload-new-driver --offload-arch=sm_75"
                    + " --cuda-path=kit -nocudainc -nocudalib";

    @TempDir private Path folder = Path.of("");

    @ParameterizedTest(name = "clang {0}")
    @ValueSource(strings = {"16", "19", "22"})
    void unitsAreLinkedAndRegistered(String release) throws IOException {
        var compiler = "clang++-" + release;
        assumeTrue(CommandProcess.isInstalled(compiler), compiler + " is not on this machine");
        new CommandRun().execute("toolkit", folder.resolve("kit").toString());
        for (var source :
                List.of("cuda_runtime.hpp", "units/units.hpp", "units/main.cu", "units/other.cu")) {
            lay("cuda/" + source, Corpus.bytes(SOURCES + source));
        }
        lay("oracle.hpp", Corpus.bytes("executables/oracle.hpp"));
        var words = new ArrayList<>(CommandProcess.kit());
        words.addAll(List.of("link", "--profile=llvm-" + release, "\"$@\""));
        var wrapper =
                lay(
                        "bin/clang-linker-wrapper",
                        ("#!/bin/sh\nexec " + String.join(" ", words) + "\n").getBytes(UTF_8));
        assertThat(wrapper.toFile().setExecutable(true)).isTrue();

        for (var unit : List.of("main", "other")) {
            run(compiler, COMPILE, "-c cuda/units/%1$s.cu -o %1$s.o".formatted(unit));
        }
        run(
                compiler,
                "-B bin --offload-link -Wl,--cuda-path=" + folder.resolve("kit"),
                "main.o other.o -o program -Lkit/lib64 -lcudart");

        var exec = new ArrayList<>(CommandProcess.kit());
        exec.addAll(List.of("exec", "--", "./program"));
        assertThat(CommandProcess.run(folder, exec).orFail())
                .contains("ok\n")
                .contains("3 launches");
    }

    private Path lay(String name, byte[] bytes) throws IOException {
        var file = folder.resolve(name);
        Files.createDirectories(file.resolveSibling(""));
        return Files.write(file, bytes);
    }

    private void run(String compiler, String options, String files) {
        var words = new ArrayList<>(List.of(compiler));
        words.addAll(List.of(options.split(" ", -1)));
        words.addAll(List.of(files.split(" ", -1)));
        CommandProcess.run(folder, words).orFail();
    }
}
