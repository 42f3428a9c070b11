package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Programs that run recurrent networks and attention with the kit's cuDNN (`cudnn_recurrence*.c`
/// and `cudnn_attention.c`).
class CudnnRecurrenceTest extends EmulatedPrograms {

    /// cuDNN 9 does not have the functions of 6 and 7.
    @ParameterizedTest
    @CsvSource({"libcudnn.so.8, 44", "libcudnn.so.9, 23"})
    void networksAreThoseOfTheirDefinition(String library, int cases) throws IOException {
        place.useLibrary(library);

        var ended = place.run(place.compile("cudnn_recurrence"));

        assertThat(ended.output().lines())
                .hasSize(cases)
                .allSatisfy(line -> assertThat(line).endsWith(": 0 0, 0 0 0 wrong"));
        assertThat(ended.errors()).isEmpty();
        assertThat(ended.status()).isZero();
    }

    @Test
    void descriptorsHaveTheirSettings() throws IOException {
        place.useLibrary("libcudnn.so.8");

        var ended = place.run(place.compile("cudnn_recurrence_settings"));

        assertThat(ended.output())
                .isEqualTo(
                        """
                        created: 0
                        v6: 0, 6 2 1 1 1 2 3 1
                        defaults: 0, 2 0 6 0
                        changes: 0, 1 1 1 4 0, 1 1 -2 3
                        invalid: 3 3 3 3 3 3 9
                        invalid changes: 3 3 3 3 9 3 3
                        v8: 0, 1 2 3 1 0 2 0 1 3 5 4 2 1 1
                        limits: 0, 1 0 -1 1
                        invalid v8: 3 3 3 3 9 9 9 3
                        unset data: 3
                        data: 0, 0 2 3 3 5, 3 1 0, 9
                        data: 3 0 3 3 3 9
                        parameters: 0 64
                        without: 3 3 3 3
                        sizes: 3 0 3
                        plans: 3 3 0 0 0
                        run: 0 0
                        rejected: 3 3 3 3 3 3
                        states: 3 0
                        padding: 3 0
                        replaced gradients: 9
                        dropout: 0, 0 0 wrong, about half kept, other ones the next time
                        inference: 0 0, 0 wrong
                        captured: 0, 0 wrong
                        not a number: 0 the lower limit 0 kept
                        destroyed: 0\
                        """);
        assertThat(ended.errors()).isEmpty();
        assertThat(ended.status()).isZero();
    }

    @Test
    void attentionIsThatOfItsDefinition() throws IOException {
        place.useLibrary("libcudnn.so.8");

        var ended = place.run(place.compile("cudnn_attention"));

        assertThat(ended.output().lines().limit(10))
                .allSatisfy(line -> assertThat(line).endsWith(": 0 0, 0 0 0 wrong"));
        assertThat(ended.output())
                .endsWith(
                        """
                        beams with their own keys: 0 0, 0 0 0 wrong
                        dropout: 0, 0 wrong, another sum
                        settings: 0, 3 2 0.25 2 0 1 1 1, 3 4 5 6 6 7 8 9 10 11 12
                        invalid: 3 3 3 3 0 9 9
                        sequences: 0, 0 4, 5 2 1 3, 1 0 2 3, 2 4 2
                        invalid: 3 3 3 3 9
                        destroyed: 0
                        rejected: 0, 3 3 3 3 3\
                        """);
        assertThat(ended.errors()).isEmpty();
        assertThat(ended.status()).isZero();
    }
}
