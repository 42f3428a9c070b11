package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Programs that are linked with the layers of the kit's cuDNN (`cudnn_layers.h`). A line for a
/// group has the number of its checks, so that none is left out.
class CudnnLayersTest extends EmulatedPrograms {

    @ParameterizedTest
    @ValueSource(strings = {"libcudnn.so.8", "libcudnn.so.9"})
    void elementsAndRowsAreThoseOfTheirDefinition(String library) throws IOException {
        assertPrints(
                library,
                "cudnn_layers",
                """
                copies: 0 wrong of 204
                operations: 0 wrong of 1032
                activations: 0 wrong of 1608
                reductions: 0 wrong of 1644
                softmax: 0 wrong of 1428
                padding: 0 wrong of 228
                conversions: 0 wrong of 48
                NaN: 0 wrong of 42
                arguments: 0 wrong of 42
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"libcudnn.so.8", "libcudnn.so.9"})
    void normalisationsAreThoseOfTheirDefinition(String library) throws IOException {
        assertPrints(
                library,
                "cudnn_norms",
                """
                inference: 0 wrong of 3456
                training: 0 wrong of 13980
                responses: 0 wrong of 744
                derived descriptors: 0 wrong of 228
                arguments: 0 wrong of 96
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"libcudnn.so.8", "libcudnn.so.9"})
    void windowsAreThoseOfTheirDefinition(String library) throws IOException {
        assertPrints(
                library,
                "cudnn_windows",
                """
                pooling: 0 wrong of 7704
                divisive normalisation: 0 wrong of 864
                dropout: 0 wrong of 372
                spatial transformers: 0 wrong of 324
                pooling in two dimensions: 0 wrong of 33
                arguments: 0 wrong of 47
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"libcudnn.so.8", "libcudnn.so.9"})
    void lossesAreThoseOfAllPaths(String library) throws IOException {
        assertPrints(
                library,
                "cudnn_sequences",
                """
                losses: 0 wrong of 348
                costs: 0 wrong of %d
                arguments: 0 wrong of 18
                """
                        .formatted(library.endsWith("9") ? 20 : 16));
    }

    private void assertPrints(String library, String program, String groups) throws IOException {
        place.useLibrary(library);

        var ended = place.run(place.compile(program));

        assertThat(ended.output()).isEqualTo("created: 0\n" + groups + "destroyed: 0");
        assertThat(ended.errors()).isEmpty();
        assertThat(ended.status()).isZero();
    }
}
