package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Programs that are linked with the kit's cuSPARSE (`cusparse_products.c`,
/// `cusparse_conversions.c`, `cusparse_sums.c`, `cusparse_factors.c`, `cusparse_release11.c`,
/// `cusparse_descriptors.c`).
class CusparseTest extends EmulatedPrograms {

    @BeforeEach
    void selectLibrary() {
        place.useLibrary("libcusparse.so.12");
    }

    /// 16 cases of some groups each, and the line of the handle.
    private void assertIsExact(String program, int groups) throws IOException {
        var ended = place.run(place.compile(program));

        assertThat(ended.output().lines().filter(line -> line.endsWith(": status 0, 0 wrong")))
                .hasSize(16 * groups);
        assertThat(ended.output().lines())
                .hasSize(16 * groups + 1)
                .last()
                .isEqualTo("destroyed: 0");
        assertThat(ended.errors()).isEmpty();
        assertThat(ended.status()).isZero();
    }

    @Test
    void productsAndSolutionsAreThoseOfDenseMatrices() throws IOException {
        assertIsExact("cusparse_products", 5);
    }

    @Test
    void conversionsAreThoseOfDenseMatrices() throws IOException {
        assertIsExact("cusparse_conversions", 3);
    }

    @Test
    void productsAndSumsOfSparseMatricesAreThoseOfDenseOnes() throws IOException {
        assertIsExact("cusparse_sums", 2);
    }

    @Test
    void incompleteFactorsAndBlocksAreThoseOfDenseMatrices() throws IOException {
        assertIsExact("cusparse_factors", 4);
    }

    /// CUDA 12 has no such functions.
    @Test
    void functionsOfRelease11AreThoseOfDenseMatrices() throws IOException {
        place.useLibrary("libcusparse.so.11");

        assertIsExact("cusparse_release11", 4);
    }

    @Test
    void descriptorsKeepWhatTheyAreGivenAndInvalidArgumentsAreReported() throws IOException {
        var ended = place.run(place.compile("cusparse_descriptors"));

        assertThat(ended.output())
                .isEqualTo(
                        """
                        handle: right
                        dense: right
                        sparse: right
                        errors: right
                        destroyed: 0\
                        """);
        assertThat(ended.errors()).isEmpty();
    }

    /// The kit is built without clang, so that its kernels are kept as PTX.
    @Test
    void theKernelsAreThoseOfTheirSource() throws IOException {
        new KernelSource("cusparse").assertCompilesTo(folder, 4);
    }
}
