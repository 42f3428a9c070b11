package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Programs that are linked with the kit's cuSOLVER (`cusolver_factors.c`, `cusolver_values.c`,
/// `cusolver_sparse.c`).
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
        place.useLibrary("libcusolver.so.11");

        var ended = place.run(place.compile("cusolver_sparse"));

        assertThat(ended.output())
                .isEqualTo(
                        """
                        created: 0
                        stream: 0, same
                        S csrlsvqr: 0 wrong of 26
                        S csrlsvchol: 0 wrong of 23
                        D csrlsvqr: 0 wrong of 26
                        D csrlsvchol: 0 wrong of 23
                        C csrlsvqr: 0 wrong of 26
                        C csrlsvchol: 0 wrong of 23
                        Z csrlsvqr: 0 wrong of 26
                        Z csrlsvchol: 0 wrong of 23
                        destroyed: 0\
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
