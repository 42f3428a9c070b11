package org.offloadtck.emulation.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.emulation.ClientKernels;
import org.offloadtck.emulation.command.NativeFiles;

/// Programs that are linked with the kit's library of the CUDA runtime (`cudart.c`). What compilers
/// make of it is in `cuda.feature`.
class CudaRuntimeTest extends EmulatedPrograms {

    private static final String RELEASE_12 = "libcudart.so.12";

    private String output(String library, String what) throws IOException {
        place.useLibrary(library);
        var ended = place.run(place.compile("cudart"), what);

        assertThat(ended.errors()).isEmpty();
        assertThat(ended.status()).isZero();
        return ended.output();
    }

    /// Sizes of the structures: see `properties.c`.
    @ParameterizedTest
    @CsvSource({
        "libcudart.so.11.0, 728 bytes, none",
        "libcudart.so.12, 728 bytes, 1032 bytes",
        "libcudart.so.13, 1008 bytes, none"
    })
    void storesTheStructureOfItsRelease(String library, String plain, String second)
            throws IOException {
        var lines = output(library, "properties").lines().toList();

        assertThat(lines.getFirst())
                .isEqualTo("cudaGetDeviceProperties: 0, %s, Simulated NVIDIA T4".formatted(plain));
        assertThat(lines.getLast())
                .isEqualTo(
                        second.equals("none")
                                ? "cudaGetDeviceProperties_v2: none"
                                : "cudaGetDeviceProperties_v2: 0, %s, Simulated NVIDIA T4"
                                        .formatted(second));
    }

    @ParameterizedTest
    @ValueSource(strings = {"libcudart.so.11.0", RELEASE_12, "libcudart.so.13"})
    void kernelsAndVariablesAreThoseOfRegisteredBinaries(String library) throws IOException {
        assertThat(output(library, "kernels"))
                .isEqualTo(
                        """
                        launch 0
                        copy 0 42
                        not in the module 98
                        not registered 98
                        not registered any more 98
                        again 0
                        value 42\
                        """
                                .stripIndent());
    }

    /// `cudart_arrays.c`.
    @ParameterizedTest
    @ValueSource(strings = {"libcudart.so.11.0", RELEASE_12, "libcudart.so.13"})
    void arraysTexturesAndSurfacesAreThoseOfTheDriver(String library) throws IOException {
        place.useLibrary(library);

        assertThat(place.run(place.compile("cudart_arrays")))
                .isEqualTo(new NativeProgram.Ended(0, "ok", ""));
    }

    /// `cudart_references.c`.
    @Test
    void referencesAreBoundToTexturesAndSurfaces() throws IOException {
        place.useLibrary("libcudart.so.11.0");

        assertThat(place.run(place.compile("cudart_references")))
                .isEqualTo(new NativeProgram.Ended(0, "ok", ""));
    }

    @Test
    void aFetchThroughAnUnboundReferenceIsReported() throws IOException {
        place.useLibrary("libcudart.so.11.0");
        var exec = place.driver().resolve(NativeFiles.EXEC);
        var program = place.compile("cudart_references").toString();

        var ended = place.run(exec, "--", program, "unbound");

        assertThat(ended.errors())
                .contains(
                        "finding 1: out of bounds: texture reference 'numbers' is not bound to"
                                + " memory or an array");
    }

    @ParameterizedTest
    @ValueSource(strings = {RELEASE_12, "libcudart.so.13"})
    void laterReleasesHaveNoReferences(String library) throws IOException {
        place.useLibrary(library);
        var program =
                place.compileText(
                        "without",
                        """
                        #define _GNU_SOURCE
                        #include <dlfcn.h>
                        int cudaGetDeviceCount(int *count);
                        int main(void) {
                            int count;
                            return cudaGetDeviceCount(&count)
                                || dlsym(RTLD_DEFAULT, "cudaBindTexture") != 0
                                || dlsym(RTLD_DEFAULT, "__cudaRegisterTexture") != 0;
                        }
                        """);

        assertThat(place.run(program)).isEqualTo(new NativeProgram.Ended(0, "", ""));
    }

    /// `cudart_devices.c`.
    @ParameterizedTest
    @ValueSource(strings = {"libcudart.so.11.0", RELEASE_12, "libcudart.so.13"})
    void devicesAreChosenAndCopiedBetween(String library) throws IOException {
        place.useLibrary(library);
        var exec = place.driver().resolve(NativeFiles.EXEC);
        var program = place.compile("cudart_devices").toString();

        var ended = place.run(exec, "--devices=2", "--", program);

        assertThat(ended.output()).isEqualTo("ok");
    }

    /// `cudart_libraries.c`.
    @ParameterizedTest
    @ValueSource(strings = {RELEASE_12, "libcudart.so.13"})
    void kernelsOfLibrariesAreSymbols(String library) throws IOException {
        place.useLibrary(library);
        var file = Files.writeString(folder.resolve("add.ptx"), ClientKernels.ADD);

        assertThat(place.run(place.compile("cudart_libraries"), file.toString()))
                .isEqualTo(new NativeProgram.Ended(0, "ok", ""));
    }

    /// The default pool of a device and one of 4096 bytes.
    @Test
    void poolsCountWhatIsAllocatedFromThem() throws IOException {
        assertThat(output(RELEASE_12, "pools"))
                .isEqualTo(
                        """
                        default 0 0 1
                        used 1000 1000
                        used 0 1000
                        set 0 0 0 1 1 0 0
                        create 0 0 2 0
                        access 0 0 3
                        current 0 1 0 0 1 1\
                        """
                                .stripIndent());
    }

    /// A module that the driver rejects is loaded once, however often its kernels are launched.
    @Test
    void rejectedBinariesAreReportedOnce() throws IOException {
        place.useLibrary(RELEASE_12);
        var program = place.compile("cudart").toString();

        var ended = place.run(place.driver().resolve(NativeFiles.EXEC), "--", program, "rejected");

        assertThat(ended.output()).isEqualTo("218 218 218 0");
        assertThat(ended.errors()).containsOnlyOnce("offload-tck: cuModuleLoadFatBinary: ");
    }

    /// `nvcc -rdc=true`: the units are linked when the module is loaded.
    @Test
    void relocatableCodeOfUnitsIsLinked() throws IOException {
        assertThat(output(RELEASE_12, "units")).isEqualTo("launch 0 value 31");
    }

    @Test
    void findingsNameTheCalledFunction() throws IOException {
        place.useLibrary(RELEASE_12);
        var program = place.compile("allocates").toString();

        var ended =
                place.run(place.driver().resolve(NativeFiles.EXEC), "--check=leaks", "--", program);

        assertThat(ended.errors())
                .contains(
                        "1 byte of cudaMalloc on device 0",
                        "1,024 bytes of cudaMallocPitch on device 0",
                        "1,536 bytes of cudaMalloc3D on device 0",
                        "4 bytes of cudaMallocAsync on device 0",
                        "5 bytes of cudaMallocFromPoolAsync on device 0",
                        "6 bytes of cudaMallocManaged were",
                        "7 bytes of cudaMallocHost on the host",
                        "8 bytes of cudaHostAlloc on the host",
                        "9 bytes of cuMemAlloc_v2 on device 0",
                        "cudaFree: dptr=0x40 is not an allocation");
    }

    @Test
    void eachThreadHasItsLastError() throws IOException {
        assertThat(output(RELEASE_12, "errors")).isEqualTo("thread 0 1 1\nmain 98 0");
    }

    /// `cudart_queries.c`.
    @Test
    void workThatIsNotDoneIsNoError() throws IOException {
        place.useLibrary(RELEASE_12);

        assertThat(place.run(place.compile("cudart_queries")))
                .isEqualTo(new NativeProgram.Ended(0, "ok", ""));
    }

    /// `a<<<1, 1>>>(b())`, where `b` launches a kernel itself.
    @Test
    void configurationsOfLaunchesAreNested() throws IOException {
        assertThat(output(RELEASE_12, "configurations"))
                .isEqualTo("0 4 5 6 20\n0 1 2 3 10\n52 1 2 3 10");
    }

    /// NVIDIA's library exports them with the name of the library as version, and programs bind to
    /// it.
    @Test
    void nothingIsExportedThatTheReleaseDoesNotExport() throws IOException {
        var words =
                List.of(
                        "nm",
                        "-D",
                        "--defined-only",
                        "--with-symbol-versions",
                        place.driver().resolve("libcudart.so.13").toString());
        var exported =
                NativeProgram.run(words, Map.of())
                        .output()
                        .lines()
                        .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                        .filter(symbol -> !symbol.equals("libcudart.so.13"))
                        .toList();

        assertThat(exported).contains("cudaLaunchKernel@@libcudart.so.13");
        assertThat(exported)
                .map(symbol -> symbol.replace("@@libcudart.so.13", ""))
                .isSubsetOf(released());
    }

    private static List<String> released() throws IOException {
        try (var stream = CudaRuntimeTest.class.getResourceAsStream("libcudart-13.0.txt")) {
            return new String(Objects.requireNonNull(stream).readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        }
    }

    @Test
    void aMachineWithoutADriverHasAnErrorForIt() throws IOException {
        place.useLibrary(RELEASE_12);
        var program = place.compile("cudart");
        var alone = Files.createDirectory(folder.resolve("alone"));
        Files.copy(place.driver().resolve(RELEASE_12), alone.resolve(RELEASE_12));
        place.with("LD_LIBRARY_PATH", alone.toString());

        assertThat(place.run(program).output())
                .isEqualTo(
                        """
                        count 35 0
                        driver 0 0
                        runtime 0 12060
                        device 35 0
                        CUDA driver version is insufficient for CUDA runtime version\
                        """
                                .stripIndent());
    }
}
