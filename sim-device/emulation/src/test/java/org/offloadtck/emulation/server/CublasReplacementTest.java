package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.emulation.command.NativeFiles;

/// Programs that bring a cuBLAS along, linked into them or as a shared library (`cublas.c`). `exec`
/// replaces it by that of the driver folder, in which the tests put an imitation.
class CublasReplacementTest extends EmulatedPrograms {

    private static final String KIT_LACKS =
            "offload-tck: the kit's %s has no %s, which returns CUBLAS_STATUS_NOT_SUPPORTED";

    @BeforeEach
    void removeLibraries() throws IOException {
        for (int release = 11; release <= 13; release++) {
            Files.deleteIfExists(kit("libcublas.so." + release));
            Files.deleteIfExists(kit("libcublasLt.so." + release));
        }
    }

    private Path kit(String library) {
        return place.driver().resolve(library);
    }

    /// Compiles to `output`, without position-dependent code.
    private static Path compile(Path output, String... options) throws IOException {
        var words = new ArrayList<>(List.of("cc", "-fPIC", "-o", output.toString()));
        words.addAll(List.of(options));
        assertThat(NativeProgram.run(words, Map.of()).errors()).isEmpty();
        return output;
    }

    private String source(String name) throws IOException {
        return place.source(name).toString();
    }

    /// Puts an imitation of a library of the kit into the driver folder.
    private Path addToKit(String library, int release) throws IOException {
        return compile(
                kit(library), source("cublas"), "-shared", "-DKIT", "-DLT", "-DRELEASE=" + release);
    }

    private void addReleasesToKit() throws IOException {
        for (int release = 11; release <= 13; release++) {
            addToKit("libcublas.so." + release, release);
        }
    }

    /// A program into which cuBLAS of a release is linked, with hidden functions.
    private Path linked(int release, String... options) throws IOException {
        var define = "-DRELEASE=" + release;
        var object = folder.resolve("cublas.o");
        compile(object, source("cublas"), "-c", "-fvisibility=hidden", define, "-DLT");
        var words = new ArrayList<>(List.of(source("cublas_calls"), object.toString(), define));
        words.addAll(List.of(options));
        return compile(folder.resolve("linked"), words.toArray(String[]::new));
    }

    /// A program with a shared library of a release, which the dynamic linker finds by its path.
    private Path shared(int release, String name) throws IOException {
        var library = folder.resolve("library.so");
        var source = source("cublas");
        compile(library, source, "-shared", "-DRELEASE=" + release);
        var program = compile(folder.resolve("shared"), source("cublas_calls"), library.toString());
        compile(library, source, "-shared", "-DRELEASE=" + release, "-s", "-Wl,-soname," + name);
        return program;
    }

    private NativeProgram.Ended exec(Path program) throws IOException {
        return place.run(place.driver().resolve(NativeFiles.EXEC), "--", program.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {11, 12, 13})
    void aLinkedLibraryIsReplacedByThatOfItsRelease(int release) throws IOException {
        addReleasesToKit();
        var program = linked(release);

        assertThat(place.run(program).output()).isEqualTo("1 1 -1 -1, 1 1, 7");
        assertThat(exec(program).output())
                .isEqualTo("%d %d 1.5 3, 15 15, 7".formatted(release, release));
    }

    /// Its functions can be those of another release.
    @ParameterizedTest
    @CsvSource({
        "libcublas.so.11, 11",
        "libcublas.so.12, 12",
        "libcublas.so.13, 13",
        "libcublas-3b81d170.so.11, 11",
        "libother.so.13, 12"
    })
    void aSharedLibraryIsReplacedByThatOfItsName(String name, int release) throws IOException {
        addReleasesToKit();
        var program = shared(12, name);

        assertThat(place.run(program).output()).isEqualTo("1 1 -1 -1, 1 1, 7");
        assertThat(exec(program).output())
                .isEqualTo("%d %d 1.5 3, 15 15, 7".formatted(release, release));
    }

    @Test
    void aFunctionThatTheKitLacksIsReportedOnce() throws IOException {
        addReleasesToKit();

        assertThat(exec(shared(12, "libcublas.so.12")).errors())
                .containsOnlyOnce(KIT_LACKS.formatted("cuBLAS", "cublasGetBackdoor"));
    }

    @Test
    void aReleaseThatTheKitDoesNotHaveIsReported() throws IOException {
        addReleasesToKit();
        var ended = exec(shared(12, "libcublas.so.10"));

        assertThat(ended.output()).isEqualTo("1 1 -1 -1, 1 1, 7");
        assertThat(ended.errors())
                .contains("its cuBLAS is not replaced: its release is not 11, 12 or 13");
    }

    @Test
    void aLibraryThatTheKitDoesNotHaveIsLeftAlone() throws IOException {
        var ended = exec(linked(12));

        assertThat(ended.output()).isEqualTo("1 1 -1 -1, 1 1, 7");
        assertThat(ended.errors()).doesNotContain("cuBLAS");
    }

    @Test
    void theKitsLibraryIsNotReplaced() throws IOException {
        var library = addToKit("libcublas.so.12", 12);
        var program =
                compile(
                        folder.resolve("program"),
                        source("cublas_calls"),
                        library.toString(),
                        "-DKIT");

        assertThat(exec(program).output()).isEqualTo("12 12 1.5 3, 7");
    }

    /// The names of its functions begin as those of cuBLAS.
    @Test
    void cublasLtIsNoPartOfCublas() throws IOException {
        addToKit("libcublas.so.12", 12);

        assertThat(exec(linked(12, "-DLT")).output()).isEqualTo("12 12 1.5 3, 15 15, 7\n1 1 1");
    }

    @Test
    void cublasIsNoPartOfCublasLt() throws IOException {
        addToKit("libcublasLt.so.12", 12);
        var ended = exec(linked(12, "-DLT"));

        assertThat(ended.output()).isEqualTo("1 1 -1 -1, 1 1, 7\n12 15 15");
        assertThat(ended.errors())
                .containsOnlyOnce(KIT_LACKS.formatted("cuBLASLt", "cublasLtGetBackdoor"));
    }

    @Test
    void allLibrariesOfAFileAreReplaced() throws IOException {
        addToKit("libcublas.so.12", 12);
        addToKit("libcublasLt.so.12", 12);
        var program = linked(12, "-DLT", "-DRUNTIME", source("static_runtime"));

        assertThat(place.run(program).output()).endsWith("\n1 1 1\n35");
        assertThat(exec(program).output()).isEqualTo("12 12 1.5 3, 15 15, 7\n12 15 15\n0");
    }
}
