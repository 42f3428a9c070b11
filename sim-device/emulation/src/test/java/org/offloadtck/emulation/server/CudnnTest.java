package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Programs that are linked with the kit's cuDNN (`cudnn_*.c`).
class CudnnTest extends EmulatedPrograms {

    private static final String SETTINGS =
            """
            tensor: 1, 2 3 4 5, 60 1 15 3, 960
            with gaps: 2 4, 2 3 4, 100 30 7, 372
            five: 0 5, 6, 360 1 90 18 3
            filter: 9 1, 2 3 4 5, 240
            its first dimensions: 9 1 4, 2 3
            descriptor: 1 2 3 4 5 6 0 2
            its first dimension: 2 1 3 5 0 2
            settings: 7 3 1
            """;

    private static final String ALGORITHMS =
            """
            fused 1: 0 wrong
            fused 5: 0 wrong
            Forward: 8 algorithms, 0 0 0 0 wrong, 0 bytes
            BackwardData: 6 algorithms, 0 0 0 0 wrong, 0 bytes
            BackwardFilter: 7 algorithms, 0 0 0 0 wrong, 0 bytes\
            """;

    /// The first line has the release. Release 9 also has the last error.
    @ParameterizedTest
    @CsvSource({
        "libcudnn.so.8, 1 8907 8 9 7 12, ''",
        "libcudnn.so.9, 1 91002 9 10 2 12, 'last error: cudnnSetStream: this does not hold: '",
    })
    void convolutionsAreThoseOfTheirDefinition(String library, String release, String error)
            throws IOException {
        place.useLibrary(library);

        var ended = place.run(place.compile("cudnn_convolutions"));

        assertThat(ended.output())
                .startsWith(
                        "handle: %s CUDNN_STATUS_SUCCESS CUDNN_STATUS_NOT_SUPPORTED 0\n%s"
                                .formatted(release, error))
                .contains(SETTINGS)
                .endsWith(ALGORITHMS);
        var output = ended.output();
        int from = output.indexOf(SETTINGS) + SETTINGS.length();
        assertThat(output.substring(from, output.length() - ALGORITHMS.length()).lines())
                .hasSize(18)
                .allSatisfy(line -> assertThat(line).endsWith(": 0 0 0 0 wrong"));
        assertThat(ended.errors()).isEmpty();
        assertThat(ended.status()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"libcudnn.so.8", "libcudnn.so.9"})
    void graphsComputeWhatTheirOperationsDo(String library) throws IOException {
        place.useLibrary(library);

        var ended = place.run(place.compile("cudnn_graphs"));

        assertThat(ended.output().lines())
                .hasSize(58)
                .contains(
                        "a chain of operations: 0 wrong, 1024 bytes",
                        "engines: 1 1, 0 knobs, 0 0 notes, 0",
                        "attributes: 5 0.5")
                .allSatisfy(line ->
                        assertThat(line)
                                .matches("[a-z0-9 ]+: (0 )+wrong.*|engines.*|attributes.*"));
        assertThat(ended.errors()).isEmpty();
        assertThat(ended.status()).isZero();
    }

    /// The kit is built without clang, so that its kernels are kept as PTX.
    @Test
    void theKernelsAreThoseOfTheirSource() throws IOException {
        new KernelSource("cudnn").assertCompilesTo(folder, 4);
    }
}
