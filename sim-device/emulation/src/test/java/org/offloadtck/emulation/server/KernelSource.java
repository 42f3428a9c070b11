package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The kernels of a library of the kit: CUDA C++ and the PTX that clang 19 compiles it to.
///
/// @param library its folder below `src/main/c`
record KernelSource(String library) {

    private static Path file(String path) {
        return NativeClientFixture.moduleFile("src/main/c/" + path).toAbsolutePath();
    }

    /// Compiles to `out` and compares `count` files with those that are kept. Skips the test if
    /// there is no clang 19.
    void assertCompilesTo(Path out, int count) throws IOException {
        assumeTrue(hasCompiler(), "clang++-19 is not on the PATH");
        var script = file("mathematics/compile-kernels").toString();
        var words = List.of(script, library, "clang++-19", out.toString());

        var ended = NativeProgram.run(words, Map.of());

        assertThat(ended.errors()).isEmpty();
        try (var compiled = Files.list(out)) {
            assertThat(compiled.filter(file -> file.toString().endsWith(".ptx")))
                    .hasSize(count)
                    .allSatisfy(file ->
                            assertThat(file)
                                    .hasSameBinaryContentAs(
                                            file(library + "/kernels/" + file.getFileName())));
        }
    }

    private static boolean hasCompiler() throws IOException {
        var question = List.of("sh", "-c", "command -v clang++-19");
        return NativeProgram.run(question, Map.of()).status() == 0;
    }
}
