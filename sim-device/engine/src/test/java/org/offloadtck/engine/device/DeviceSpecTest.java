package org.offloadtck.engine.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviceSpecTest {

    private static DeviceSpec spec(String name) {
        return DeviceSpec.named(name).orElseThrow();
    }

    @Test
    void devicesAreThoseOfTheTable() {
        assertThat(DeviceSpec.all())
                .extracting(DeviceSpec::name)
                .containsExactly(
                        "t4", "rtx2060", "a100", "a40", "l40", "h100", "h200", "b200", "rtx5090");
        assertThat(DeviceSpec.named("h300")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "h200, h200",
        "sm_90/h200, h200",
        "sm_90, h100",
        "sm_75, t4",
        "sm_75/rtx2060, rtx2060",
        "sm_80, a100",
        "sm_86, a40",
        "sm_89, l40",
        "sm_100, b200",
        "sm_120, rtx5090",
    })
    void aDeviceIsCalledByNameAndTheOldestOfAnArchitectureByThat(String name, String device) {
        assertThat(spec(name).name()).isEqualTo(device);
        assertThat(DeviceSpec.named("sm_80/h200")).isEmpty();
    }

    /// Two words a cycle over the bus make the bandwidth of the data sheets.
    @ParameterizedTest
    @CsvSource({
        "t4, 320",
        "rtx2060, 336",
        "a100, 2039",
        "a40, 696",
        "l40, 864",
        "h100, 3350",
        "h200, 4800",
        "b200, 8000",
        "rtx5090, 1792"
    })
    void bandwidthIsTheDataSheets(String name, long gigabytes) {
        var memory = spec(name).memory();

        assertThat(2L * memory.clockKilohertz() * memory.busBits() / 8 / 1_000_000)
                .isCloseTo(gigabytes, withPercentage(3));
    }

    /// Expected values worked out by hand from `cuda_occupancy.h`.
    @ParameterizedTest
    @CsvSource({
        // threads, registers, shared, limited by
        "h100, 256, 0, 0, 8",
        "h100, 32, 0, 0, 32",
        "h100, 256, 64, 0, 4",
        "h100, 1024, 65, 0, 0",
        "h100, 128, 32, 49152, 4",
        "h100, 32, 32, 115712, 2",
        "h100, 32, 32, 115713, 1",
        "h100, 128, 32, 232448, 1",
        "h100, 128, 32, 232449, 0",
        "t4, 256, 0, 0, 4",
        "t4, 32, 0, 0, 16",
        "t4, 1, 255, 0, 8",
        "a100, 1000, 32, 0, 2",
    })
    void occupancyIsTheLeastOfWhatFits(
            String name, int threads, int registers, int shared, int ctas) {
        var demand = new CtaDemand(threads, registers, shared);

        assertThat(spec(name).ctasPerMultiprocessor(demand)).isEqualTo(ctas);
    }

    @Test
    void aDeviceHoldsWhatItsMultiprocessorsDo() {
        assertThat(DeviceSpec.h200().residentCtas(new CtaDemand(256, 0, 0))).isEqualTo(8 * 132);
    }

    @Test
    void memoryCanBeLess() {
        var small = DeviceSpec.h100().with("small", 1 << 20);

        assertThat(small.memory().bytes()).isEqualTo(1 << 20);
        assertThat(small.multiprocessor()).isEqualTo(DeviceSpec.h100().multiprocessor());
    }
}
