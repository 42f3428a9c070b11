package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.offloadtck.emulation.command.NativeFiles;

/// Programs that are linked with the kit's cuFFT (`cufft_transforms.c`, and `cufft_devices.c` on a
/// machine of three devices).
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

    /// The factors of 1,024 elements, their strings and parts are those of NVIDIA's documentation.
    @Test
    void dataAreDividedAmongDevicesAsDocumented() throws IOException {
        place.useLibrary("libcufft.so.10");
        var exec = place.driver().resolve(NativeFiles.EXEC);
        var program = place.compile("cufft_devices").toString();

        var ended = place.run(exec, "--devices=3", "--check=all", "--", program);

        var lines = ended.output().lines().toList();
        assertThat(lines.subList(0, 18))
                .allSatisfy(line ->
                        assertThat(line)
                                .endsWith(
                                        "status 0, input 0, output 0, places 0, copied 0, back 0"));
        assertThat(lines.subList(18, lines.size()))
                .containsExactly(
                        "factors: 0, 1024 = 64 x 16, 8 strings of 128, parts of 8, 7 7, 7 3, 63 6, 15 4",
                        "query of another kind: 4, of no factors: 4",
                        "devices: none 4, twice 11, outside 11, no plan 1",
                        "not made: 1, odd 8, real 16",
                        "made: 0, after that 1",
                        "format: 4, in two dimensions 4, copy of another kind 4",
                        "allocated: 0, to another descriptor 4, of another type 1",
                        "direction: 4, one device 1",
                        "transformed: 0, again 4",
                        "freed: 0, nothing 4",
                        "work area: 0, without 1, nowhere 4, last element 1");
        assertThat(ended.errors()).contains(", 0 findings", "fft_pass_f64, device 2");
        assertThat(ended.status()).isZero();
    }

    /// The kit is built without clang, so that its kernels are kept as PTX.
    @Test
    void theKernelsAreThoseOfTheirSource() throws IOException {
        new KernelSource("cufft").assertCompilesTo(folder, 2);
    }
}
