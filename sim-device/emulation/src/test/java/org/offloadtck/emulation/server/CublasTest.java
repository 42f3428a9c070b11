package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Programs that are linked with the kit's cuBLAS (`cublas_routines.c`, `cublas_types.c`).
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
