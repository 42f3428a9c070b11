package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/// Programs that are linked with the kit's cuFFT (`cufft_transforms.c`).
class CufftTest extends EmulatedPrograms {

    @Test
    void transformsAreThoseOfTheirDefinition() throws IOException {
        place.useLibrary("libcufft.so.11");

        var ended = place.run(place.compile("cufft_transforms"));

        assertThat(ended.output().lines())
                .hasSize(46)
                .allSatisfy(line -> assertThat(line).endsWith(": 0 0 0, 0 wrong"));
        assertThat(ended.errors()).isEmpty();
        assertThat(ended.status()).isZero();
    }

    /// The kit is built without clang, so that its kernels are kept as PTX.
    @Test
    void theKernelsAreThoseOfTheirSource() throws IOException {
        new KernelSource("cufft").assertCompilesTo(folder, 2);
    }
}
