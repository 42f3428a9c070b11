package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.emulation.command.NativeFiles;

/// Programs into which a CUDA runtime is linked (`static_runtime.c`). `exec` replaces it by the
/// kit's (`liboffload-tck-preload.so`).
class StaticCudaRuntimeTest extends EmulatedPrograms {

    /// The program `name` of C sources, one of which is the runtime of a release.
    private Path compile(String name, int release, String... options) throws IOException {
        var words =
                new ArrayList<>(
                        List.of(
                                "cc",
                                "-pthread",
                                "-DRELEASE=" + release,
                                "-o",
                                folder.resolve(name + ".out").toString(),
                                place.source(name).toString()));
        words.addAll(List.of(options));
        var ended = NativeProgram.run(words, Map.of());
        assertThat(ended.errors()).isEmpty();
        return folder.resolve(name + ".out");
    }

    private String runtime() throws IOException {
        return place.source("static_runtime").toString();
    }

    private NativeProgram.Ended exec(Path program, String... arguments) throws IOException {
        var words = new ArrayList<>(List.of("--", program.toString()));
        words.addAll(List.of(arguments));
        return place.run(place.driver().resolve(NativeFiles.EXEC), words.toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource({"11, 11080", "12, 12060", "13, 13000"})
    void theRuntimeIsReplacedByThatOfItsRelease(int release, int version) throws IOException {
        var program = compile("cudart", release, runtime());

        assertThat(place.run(program, "errors").output()).endsWith("main 35 35");
        assertThat(exec(program).output()).contains("count 0 1", "runtime 0 " + version);
        assertThat(exec(program, "kernels").output()).startsWith("launch 0\ncopy 0 42\n");
    }

    @Test
    void memoryIsNamedAfterTheReplacedFunction() throws IOException {
        var program = compile("allocates", 12, runtime());

        var ended =
                place.run(
                        place.driver().resolve(NativeFiles.EXEC),
                        "--check=leaks",
                        "--",
                        program.toString());

        assertThat(ended.errors())
                .contains(
                        "1 byte of cudaMalloc on device 0",
                        "8 bytes of cudaHostAlloc on the host",
                        "9 bytes of cuMemAlloc_v2 on device 0");
    }

    /// As by `make check` or `ctest`.
    @Test
    void theRuntimeOfAStartedProgramIsReplaced() throws IOException {
        var program = compile("cudart", 13, runtime());

        var ended = exec(Path.of("/bin/sh"), "-c", "\"$0\" kernels", program.toString());

        assertThat(ended.output()).startsWith("launch 0\ncopy 0 42\n");
    }

    /// Before its constructor registers kernels.
    @Test
    void theRuntimeOfALibraryIsReplaced() throws IOException {
        place.source("cudart");
        var library = compile("static_library", 12, runtime(), "-shared", "-fPIC");
        var program = compile("static_program", 12, library.toString(), "-Wl,-rpath," + folder);

        assertThat(place.run(program).output()).isEqualTo("35");
        assertThat(exec(program).output()).isEqualTo("0");
    }

    @Test
    void theRuntimeOfALoadedLibraryIsReplaced() throws IOException {
        place.source("cudart");
        var library = compile("static_library", 12, runtime(), "-shared", "-fPIC");
        var program = compile("static_loader", 12, "-ldl");

        assertThat(place.run(program, library.toString()).output()).isEqualTo("35 0\n35 0");
        assertThat(exec(program, library.toString()).output()).isEqualTo("0 0\n0 0");
    }

    /// A package can bring a shared library of the runtime under a name of its own, which the kit's
    /// folder does not have.
    @ParameterizedTest
    @CsvSource({"11, 11080", "12, 12060", "13, 13000"})
    void aSharedRuntimeOfAnotherNameIsReplaced(int release, int version) throws IOException {
        var library = compile("static_runtime", release, "-DSHARED", "-shared", "-fPIC", "-s");
        var program = compile("cudart", release, library.toString());

        assertThat(place.run(program, "errors").output()).endsWith("main 35 35");
        assertThat(exec(program).output()).contains("count 0 1", "runtime 0 " + version);
        assertThat(exec(program, "kernels").output()).startsWith("launch 0\ncopy 0 42\n");
    }

    /// Tools that rename a library for a package can leave the name that is recorded in it.
    @Test
    void aSharedRuntimeWithTheNameOfTheKitsIsReplaced() throws IOException {
        var library = compile("static_runtime", 12, "-DSHARED", "-shared", "-fPIC");
        var program = compile("cudart", 12, library.toString());
        compile(
                "static_runtime",
                12,
                "-DSHARED",
                "-shared",
                "-fPIC",
                "-Wl,-soname,libcudart.so.12");

        assertThat(exec(program, "kernels").output()).startsWith("launch 0\ncopy 0 42\n");
    }

    @Test
    void functionsThatTheKitLacksAreReportedOnce() throws IOException {
        var ended = exec(compile("missing", 13, runtime()));

        assertThat(ended.output()).isEqualTo("801 801 0 7");
        assertThat(ended.errors())
                .containsOnlyOnce(
                        "offload-tck: the kit's CUDA runtime has no cudaImportExternalMemory, which returns"
                                + " cudaErrorNotSupported");
    }

    /// They are not part of the interface that the kit's runtime has.
    @Test
    void functionsOfTheRuntimesOwnStay() throws IOException {
        var ended = exec(compile("cudart", 12, runtime()), "kernels");

        assertThat(ended.errors()).doesNotContain("__cudart");
    }

    @Test
    void aRuntimeOlderThanRelease11IsNotReplaced() throws IOException {
        var ended = exec(compile("missing", 10, runtime()));

        assertThat(ended.output()).isEqualTo("35 35 35 7");
        assertThat(ended.errors())
                .contains("its CUDA runtime is not replaced: it is older than release 11");
    }

    @ParameterizedTest
    @CsvSource({"11, 11080", "12, 12060", "13, 13000"})
    void theRuntimeOfAStrippedProgramIsFoundInItsCode(int release, int version) throws IOException {
        var program = compile("cudart", release, runtime(), "-s");

        assertThat(exec(program).output()).contains("count 0 1", "runtime 0 " + version);
        assertThat(exec(program, "kernels").output()).startsWith("launch 0\ncopy 0 42\n");
    }

    @Test
    void theRuntimeOfAStrippedLibraryIsFoundInItsCode() throws IOException {
        place.source("cudart");
        var library = compile("static_library", 12, runtime(), "-shared", "-fPIC", "-s");
        var program = compile("static_loader", 12, "-ldl");

        assertThat(exec(program, library.toString()).output()).isEqualTo("0 0\n0 0");
    }

    /// Its code has addresses in place of distances.
    @Test
    void theRuntimeOfAStrippedProgramAtFixedAddressesIsNotReplaced() throws IOException {
        var program = compile("missing", 13, runtime(), "-s", "-no-pie");

        assertThat(exec(program).output()).isEqualTo("35 35 35 7");
    }

    /// The output of a program that reads damaged copies of a file.
    ///
    /// @param reader of the two, by the name of its source in the kit
    private NativeProgram.Ended damaged(String reader, Path file, String... options)
            throws IOException {
        var sources = NativeClientFixture.moduleFile("src/main/c/preload").toAbsolutePath();
        var words =
                new ArrayList<>(
                        List.of(
                                "-O2",
                                "-I" + sources,
                                sources.resolve(reader + ".c").toString(),
                                place.source("damage").toString()));
        words.addAll(List.of(options));
        var program = compile(reader + "_damage", 13, words.toArray(String[]::new));
        return place.run(program, file.toString());
    }

    @Test
    void damagedFilesHaveNoFunctionsInTheirCode() throws IOException {
        var file = compile("static_runtime", 13, "-shared", "-fPIC", "-s");

        assertThat(damaged("code", file)).isEqualTo(new NativeProgram.Ended(0, "1 0 1", ""));
    }

    @Test
    void damagedFilesHaveNoSymbols() throws IOException {
        var file = compile("static_runtime", 13, "-c");

        assertThat(damaged("symbols", file, "-DTABLE=SHT_SYMTAB"))
                .isEqualTo(new NativeProgram.Ended(0, "1 0 1", ""));
    }

    @Test
    void damagedFilesHaveNoExportedSymbols() throws IOException {
        var name = "-Wl,-soname,libcudart.so.13";
        var file = compile("static_runtime", 13, "-DSHARED", "-shared", "-fPIC", "-s", name);

        assertThat(damaged("symbols", file, "-DTABLE=SHT_DYNSYM"))
                .isEqualTo(new NativeProgram.Ended(0, "1 0 1", ""));
    }
}
