package org.offloadtck.engine.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.device.Occupancy.Limiter;

class OccupancyTest {

    private static Occupancy of(String device, int threads, int registers, int shared) {
        return DeviceSpec.named(device)
                .orElseThrow()
                .occupancy(new CtaDemand(threads, registers, shared));
    }

    /// Every eleventh of all combinations of 11 sizes, 12 numbers of registers and 12 of bytes, as
    /// a program compiled with CUDA 13's `cuda_occupancy.h` has them.
    @ParameterizedTest
    @CsvFileSource(resources = "occupancy.csv", numLinesToSkip = 1)
    void itIsWhatCudaSays(
            String device, int threads, int registers, int shared, int ctas, Limiter limiter) {
        var occupancy = of(device, threads, registers, shared);

        assertThat(occupancy.ctas()).isEqualTo(ctas);
        assertThat(occupancy.limiter()).isEqualTo(limiter);
    }

    @ParameterizedTest
    @CsvSource({
        "32, 16, 0, CTAS, 0.5",
        "256, 16, 0, WARPS, 1.0",
        "256, 64, 0, REGISTERS, 0.5",
        "256, 16, 49152, SHARED_MEMORY, 0.5",
        "1024, 65, 0, REGISTERS, 0.0",
        "1025, 16, 0, WARPS, 0.0",
    })
    void eachResourceLimitsInTurn(
            int threads, int registers, int shared, Limiter limiter, double fraction) {
        var occupancy = of("h200", threads, registers, shared);

        assertThat(occupancy.limiter()).isEqualTo(limiter);
        assertThat(occupancy.fraction()).isEqualTo(fraction);
    }

    @Test
    void warpsAreCountedWhole() {
        var occupancy = of("h200", 33, 16, 0);

        assertThat(occupancy.ctas()).isEqualTo(32);
        assertThat(occupancy.warps()).isEqualTo(64);
        assertThat(occupancy.mostWarps()).isEqualTo(64);
    }
}
