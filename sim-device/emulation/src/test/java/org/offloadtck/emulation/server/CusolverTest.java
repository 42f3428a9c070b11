package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Programs that are linked with the kit's cuSOLVER (`cusolver_factors.c`, `cusolver_values.c`,
/// `cusolver_sparse.c`, `cusolver_orders.c`, `cusolver_steps.c`, `cusolver_refactor.c`).
class CusolverTest extends EmulatedPrograms {

    @Test
    void factorsAreThoseOfTheirDefinition() throws IOException {
        place.useLibrary("libcusolver.so.11");

        var ended = place.run(place.compile("cusolver_factors"));

        assertRight(
                ended,
                "getrf, getrs: 0 wrong of 65",
                "potrf, potrs, potri: 0 wrong of 117",
                "sytrf, Xsytrs: 0 wrong of 57",
                "geqrf, orgqr, ormqr: 0 wrong of 107",
                "X functions: 0 wrong of 12");
    }

    @Test
    void valuesAndVectorsAreThoseOfTheirDefinition() throws IOException {
        place.useLibrary("libcusolver.so.12");

        var ended = place.run(place.compile("cusolver_values"));

        assertRight(ended, "syevd, syevj: 0 wrong of 116", "gesvd, gesvdj: 0 wrong of 449");
    }

    @Test
    void sparseSystemsHaveTheSolutionsTheyWereMadeOf() throws IOException {
        place.useLibrary("libcusolver.so.10");

        var ended = place.run(place.compile("cusolver_sparse"));

        assertThat(ended.output())
                .isEqualTo(
                        """
                        created: 0
                        stream: 0, same
                        S csrlsvqr: 0 wrong of 26
                        S csrlsvchol: 0 wrong of 23
                        S csrlsvluHost: 0 wrong of 26
                        S csrlsvqrHost: 0 wrong of 26
                        S csrlsvcholHost: 0 wrong of 23
                        D csrlsvqr: 0 wrong of 26
                        D csrlsvchol: 0 wrong of 23
                        D csrlsvluHost: 0 wrong of 26
                        D csrlsvqrHost: 0 wrong of 26
                        D csrlsvcholHost: 0 wrong of 23
                        C csrlsvqr: 0 wrong of 26
                        C csrlsvchol: 0 wrong of 23
                        C csrlsvluHost: 0 wrong of 26
                        C csrlsvqrHost: 0 wrong of 26
                        C csrlsvcholHost: 0 wrong of 23
                        Z csrlsvqr: 0 wrong of 26
                        Z csrlsvchol: 0 wrong of 23
                        Z csrlsvluHost: 0 wrong of 26
                        Z csrlsvqrHost: 0 wrong of 26
                        Z csrlsvcholHost: 0 wrong of 23
                        destroyed: 0\
                        """);
        assertThat(ended.errors()).isEmpty();
    }

    /// A grid of 6 x 8 points whose numbers are mixed has the least bandwidth that is possible, 6,
    /// in reverse Cuthill-McKee order, and fewer elements in an order of least degrees. That of a
    /// star adds none to its 95.
    @Test
    void reorderingsAreThoseOfTheirDefinition() throws IOException {
        place.useLibrary("libcusolver.so.11");

        var ended = place.run(place.compile("cusolver_orders"));

        assertThat(ended.output())
                .isEqualTo(
                        """
                        none: bandwidth 35, 322 elements
                        order 0: 0, bandwidth 6, 275 elements
                        order 1: 0, bandwidth 40, 246 elements
                        order 2: 0, bandwidth 40, 246 elements
                        metisnd of a star: 0, 95 elements
                        column outside the matrix: 3
                        grid: 0, 1
                        first column: 0, 0
                        permutation: 0, offsets 1 4 6 7, elements 2:50 3:40 4:60 1:20 3:10 2:30
                        no permutation: 3\
                        """);
        assertThat(ended.errors()).isEmpty();
    }

    @Test
    void theStepsOfSparseSolversGiveFactorsAndSolutions() throws IOException {
        place.useLibrary("libcusolver.so.11");

        var ended = place.run(place.compile("cusolver_steps"));

        assertRight(
                ended,
                "csrluHost: 0 wrong of 107",
                "csrqrHost: 0 wrong of 102",
                "csrqr: 0 wrong of 109",
                "csrcholHost: 0 wrong of 81",
                "csrchol: 0 wrong of 83");
    }

    @Test
    void factorsOfOnePatternAreComputedAgainForOtherValues() throws IOException {
        place.useLibrary("libcusolver.so.12");

        var ended = place.run(place.compile("cusolver_refactor"));

        assertThat(ended.output())
                .isEqualTo(
                        """
                        CSR, unit diagonal 0: 0 wrong of 21
                        CSR, unit diagonal 1: 0 wrong of 21
                        CSR, unit diagonal 2: 0 wrong of 21
                        CSR, unit diagonal 3: 0 wrong of 21
                        CSC, unit diagonal 0: 0 wrong of 21
                        CSC, unit diagonal 1: 0 wrong of 21
                        CSC, unit diagonal 2: 0 wrong of 21
                        CSC, unit diagonal 3: 0 wrong of 21
                        pivots: 0 wrong of 11
                        batch: 0 wrong of 12
                        settings: 0 wrong of 20\
                        """);
        assertThat(ended.errors()).isEmpty();
    }

    /// The kit is built without clang, so that its kernels are kept as PTX.
    @Test
    void theKernelsAreThoseOfTheirSource() throws IOException {
        new KernelSource("cusolver").assertCompilesTo(folder, 4);
    }

    /// Asserts that a program printed these lines for each type.
    private static void assertRight(NativeProgram.Ended ended, String... groups) {
        var lines =
                Stream.of("S", "D", "C", "Z")
                        .flatMap(type -> Stream.of(groups).map(group -> type + " " + group));
        var all =
                Stream.of(Stream.of("created: 0"), lines, Stream.of("destroyed: 0"))
                        .flatMap(each -> each);
        assertThat(ended.output().lines()).containsExactlyElementsOf(all.toList());
        assertThat(ended.errors()).isEmpty();
        assertThat(ended.status()).isZero();
    }
}
