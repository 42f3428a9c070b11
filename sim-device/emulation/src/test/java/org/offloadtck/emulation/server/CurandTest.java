package org.offloadtck.emulation.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Programs that are linked with the kit's cuRAND (`curand_numbers.c`).
class CurandTest extends EmulatedPrograms {

    /// What the program prints with NVIDIA's library, which has generators of the host on a machine
    /// without a GPU.
    private static List<String> numbersOfNvidia() throws IOException {
        try (var text = CurandTest.class.getResourceAsStream("curand_numbers.txt")) {
            return new String(text.readAllBytes(), UTF_8).lines().skip(1).toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"host", "device"})
    void numbersAndStatusesAreThoseOfNvidia(String generators) throws IOException {
        place.useLibrary("libcurand.so.10");

        var ended = place.run(place.compile("curand_numbers"), generators);

        assertThat(ended.output().lines()).containsExactlyElementsOf(numbersOfNvidia());
        assertThat(ended.errors()).isEmpty();
        assertThat(ended.status()).isZero();
    }

    /// The kit is built without clang, so that its kernels are kept as PTX.
    @Test
    void theKernelsAreThoseOfTheirSource() throws IOException {
        new KernelSource("curand").assertCompilesTo(folder, 1);
    }
}
