package org.offloadtck.emulation.server;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Programs that are linked with the kit's cuBLAS (`cublas_routines.c`, `cublas_xt.c`,
/// `cublas_types.c`).
class CublasTest extends EmulatedPrograms {

    @Test
    void routinesGiveTheResultsOfBlas() throws IOException {
        place.useLibrary("libcublas.so.12");

        var ended = place.run(place.compile("cublas_routines"));

        assertThat(ended.output().lines())
                .containsExactlyElementsOf(
                        Stream.concat(
                                        Stream.of("S", "D", "C", "Z", "Z_64")
                                                .flatMap(CublasTest::rightGroups),
                                        Stream.of("destroyed: 0"))
                                .toList());
        assertThat(ended.errors()).isEmpty();
        assertThat(ended.status()).isZero();
    }

    @Test
    void productsOfCublasXtAreThoseOfMatricesOfTheHost() throws IOException {
        place.useLibrary("libcublas.so.12");

        var ended = place.run(place.compile("cublas_xt"));

        assertThat(ended.output())
                .isEqualTo(
                        """
                        create 0, boards 0 of 1, none selected 1, select 7 7 0, lead 7
                        block 7 0 2048, pinning 0 7 0 1, host 0 0 7
                        S: 0 wrong
                        D: 0 wrong
                        C: 0 wrong
                        Z: 0 wrong
                        destroy 0, none 1\
                        """);
        assertThat(ended.errors()).isEmpty();
        assertThat(ended.status()).isZero();
    }

    /// The values are those of OpenBLAS 0.3.23.
    @Test
    void rotationsAreThoseOfBlas() throws IOException {
        place.useLibrary("libcublas.so.12");
        var rotations =
                """
                rotg 0: 5 1.6667 0.6 0.8
                rotg 0: -5 -0.6 0.8 -0.6
                rotg 0: 2 1 0 1
                rotg 0: 0 0 1 0
                rotg of complex numbers 0: 7.8 10.4 0 12 0.73846 -0.55385 0.38462
                rotg of complex numbers 0: 1 -2 1 -2 1 0 0
                rotmg 0: 1.6364 0.81818 3.6667 2 0 9 -0.66667 0.33333 9
                rotmg 0: 1.6364 0.81818 3.6667 3 1 0.33333 9 9 0.66667
                rotmg 0: 1 0 2 3 -2 9 9 9 9
                rotmg 0: 0 0 0 3 -1 0 0 0 0
                rotmg 0: 0 0 0 2 -1 0 0 0 0
                rotmg 0: 0.01671 0.001671 0.0012256 1 -1 0.00024414 -4.8828e-05 4.8828e-06 0.00024414
                rotmg 0: 42.575 4.2575 5734.4 2 -1 4096 -8192 819.2 4096
                """;

        var ended = place.run(place.compile("cublas_rotations"));

        assertThat(ended.output())
                .isEqualTo(
                        Stream.of("host", "device")
                                .flatMap(memory ->
                                        Stream.of("double", "single")
                                                .map(precision ->
                                                        "%s precision of the %s\n%s"
                                                                .formatted(
                                                                        precision, memory,
                                                                        rotations)))
                                .collect(joining("", "", "without a place: 7")));
    }

    @Test
    void factorsAndLeastSquaresOfBatchesAreThoseOfTheirMatrices() throws IOException {
        place.useLibrary("libcublas.so.12");

        var ended = place.run(place.compile("cublas_squares"));

        assertThat(ended.output())
                .isEqualTo(
                        """
                        S: geqrfBatched 0 wrong, gelsBatched 0 wrong
                        D: geqrfBatched 0 wrong, gelsBatched 0 wrong
                        C: geqrfBatched 0 wrong, gelsBatched 0 wrong
                        Z: geqrfBatched 0 wrong, gelsBatched 0 wrong
                        destroyed: 0\
                        """);
        assertThat(ended.errors()).isEmpty();
    }

    @Test
    void theInterfaceWithoutHandlesHasTheSameRoutines() throws IOException {
        place.useLibrary("libcublas.so.12");

        var ended = place.run(place.compile("cublas_legacy"));

        assertThat(ended.output())
                .isEqualTo(
                        """
                        before cublasInit: stream 1, error 1
                        a routine: error 1
                        cublasInit: 0, twice 0, stream 0
                        S: 0 wrong
                        D: 0 wrong
                        C: 0 wrong
                        Z: 0 wrong
                        others: 0 wrong
                        thread: 0 wrong
                        cublasShutdown: 0, twice 1, error 1\
                        """);
        assertThat(ended.status()).isZero();
    }

    @Test
    void productsOfMixedTypesAndOfCublasLtAreExact() throws IOException {
        place.useLibrary("libcublas.so.12");

        var ended = place.run(place.compile("cublas_types"));

        assertThat(ended.output())
                .isEqualTo(
                        """
                        f16: status 0, 0 wrong
                        f16 in f16: status 0, 0 wrong
                        f16 to f32: status 0, 0 wrong
                        bf16: status 0, 0 wrong
                        bf16 to f32: status 0, 0 wrong
                        s8 to s32: status 0, 0 wrong
                        s8 to f32: status 0, 0 wrong
                        f64: status 0, 0 wrong
                        f16, rounded: status 0, 2048 and 2052 when they should be 2048 and 2052
                        bf16, rounded: status 0, 256 and 260 when they should be 256 and 260
                        vectors of f16: status 0 and 15, 0 wrong
                        vectors of bf16: status 0 and 15, 0 wrong
                        f32: heuristic 0, 1; columns 12, 8 bytes; status 0, 0 wrong
                        f32 with bias: heuristic 0, 1; columns 12, 8 bytes; status 0, 0 wrong
                        f16 with bias, positive: heuristic 0, 1; columns 12, 8 bytes; status 0, 0 wrong
                        bf16, positive: heuristic 0, 1; columns 12, 8 bytes; status 0, 0 wrong
                        f32, GELU: heuristic 0, 1; columns 12, 8 bytes; status 0, 0 wrong
                        f64 with bias, positive: heuristic 0, 1; columns 12, 8 bytes; status 0, 0 wrong
                        s8 to s32: heuristic 0, 1; columns 12, 8 bytes; status 0, 0 wrong
                        f64, GELU: heuristic 15, 0; columns 12, 8 bytes; status 15, 0 wrong
                        s8 to s32, positive: heuristic 15, 0; columns 12, 8 bytes; status 15, 0 wrong
                        f32, with gradients: heuristic 15, 0; columns 12, 8 bytes; status 15, 0 wrong
                        f32, transposed and added: sizes 7, status 0, 0 wrong
                        f64, transposed: sizes 7, status 0, 0 wrong
                        f16, transposed and added: sizes 7, status 0, 0 wrong
                        bf16, transposed: sizes 7, status 0, 0 wrong
                        s8, transposed: sizes 7, status 15, 0 wrong
                        setting of an algorithm: 0, 0, 3 of 2 bytes; none 7
                        destroyed: 0\
                        """);
    }

    /// The kit is built without clang, so that its kernels are kept as PTX.
    @Test
    void theKernelsAreThoseOfTheirSource() throws IOException {
        new KernelSource("cublas").assertCompilesTo(folder, 7);
    }

    private static Stream<String> rightGroups(String type) {
        return Stream.of("gemm", "level 2", "level 3", "level 1", "factors")
                .map(group -> "%s %s: right".formatted(group, type));
    }
}
