package org.offloadtck.engine.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How many clusters are resident: those of 6 GPCs of 16 and 2 of 18 multiprocessors.
final class ClusterOccupancyTest {

    private static int clusters(String device, int threads, int shared, int ctas) {
        return ClusterOccupancy.clusters(
                DeviceSpec.named(device).orElseThrow(), new CtaDemand(threads, 0, shared), ctas);
    }

    @ParameterizedTest
    @CsvSource({
        // two CTAs of a multiprocessor
        "1024, 0, 1, 264",
        "1024, 0, 2, 132",
        "1024, 0, 3, 84",
        "1024, 0, 5, 50",
        "1024, 0, 16, 16",
        // one CTA of a multiprocessor
        "1024, 200000, 3, 42",
        "1024, 200000, 6, 18",
        "1024, 200000, 16, 8",
        "1024, 200000, 17, 2",
        "1024, 200000, 19, 0",
    })
    void aClusterIsInOneGpc(int threads, int shared, int ctas, int clusters) {
        assertThat(clusters("h100", threads, shared, ctas)).isEqualTo(clusters);
    }

    @Test
    void aDeviceBeforeHopperHasNoClusters() {
        assertThat(clusters("t4", 1024, 0, 1)).isEqualTo(40);
        assertThat(clusters("t4", 1024, 0, 2)).isZero();
        assertThat(ClusterOccupancy.isSupported(DeviceSpec.named("t4").orElseThrow())).isFalse();
        assertThat(ClusterOccupancy.isSupported(DeviceSpec.named("h200").orElseThrow())).isTrue();
    }
}
