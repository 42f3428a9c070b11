package org.offloadtck.timing.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.engine.device.ClusterOccupancy;
import org.offloadtck.engine.device.DeviceSpec;

class TimingDataTest {

    private static TimingData timing(String device) {
        return TimedDevice.of(DeviceSpec.named(device).orElseThrow()).timing();
    }

    static List<TimedDevice> devices() {
        return DeviceSpec.all().stream().map(TimedDevice::of).toList();
    }

    private static final Set<Quantity> OF_CLUSTERS =
            Set.of(
                    Quantity.DSMEM_LATENCY,
                    Quantity.DSMEM_BANDWIDTH,
                    Quantity.DSMEM_PAIR_BANDWIDTH,
                    Quantity.CLUSTER_BARRIER_LATENCY);

    /// A device without clusters has 0 for those of clusters.
    @ParameterizedTest
    @MethodSource("devices")
    void everyQuantityOfADeviceIsPositiveAndHasASource(TimedDevice device) {
        boolean hasClusters = ClusterOccupancy.isSupported(device.spec());
        for (var quantity : Quantity.values()) {
            var figure = device.timing().figure(quantity);
            boolean isAbsent = OF_CLUSTERS.contains(quantity) && !hasClusters;

            assertThat(figure.value() > 0).as(quantity.word()).isEqualTo(!isAbsent);
            assertThat(figure.value()).as(quantity.word()).isNotNegative();
            assertThat(figure.source()).as(quantity.word()).isNotBlank();
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void aLevelOfMemoryIsSlowerThanTheOneBefore(TimedDevice device) {
        var timing = device.timing();

        assertThat(timing.value(Quantity.SHARED_LATENCY))
                .isLessThanOrEqualTo(timing.value(Quantity.L1_LATENCY));
        assertThat(timing.value(Quantity.L1_LATENCY)).isLessThan(timing.value(Quantity.L2_LATENCY));
        assertThat(timing.value(Quantity.L2_LATENCY))
                .isLessThanOrEqualTo(timing.value(Quantity.L2_FAR_LATENCY));
        assertThat(timing.value(Quantity.L2_FAR_LATENCY))
                .isLessThan(timing.value(Quantity.DRAM_LATENCY));
    }

    /// What programs reach is less than two words a cycle over the bus, and not far from it.
    @ParameterizedTest
    @MethodSource("devices")
    void theBandwidthThatProgramsReachIsMostOfTheDataSheets(TimedDevice device) {
        var memory = device.spec().memory();
        long sheet = 2L * memory.clockKilohertz() * memory.busBits() / 8 / 1000;

        assertThat((double) device.timing().value(Quantity.DRAM_BANDWIDTH) / sheet)
                .isBetween(0.75, 1.0);
    }

    @ParameterizedTest
    @CsvSource({
        "t4, L2_LATENCY, 236, MEASURED",
        "h200, L2_LATENCY, 265, MEASURED",
        "h200, DRAM_BANDWIDTH, 3890000, MEASURED",
        "h100, DRAM_BANDWIDTH, 2714000, ASSUMED",
        "a100, SHARED_BANKS, 32, DOCUMENTED",
        "rtx2060, L2_SLICES, 24, CONFIGURED",
        "l40, DRAM_LATENCY, 632, MEASURED",
        "rtx5090, INTEGER_INTERVAL, 1, MEASURED",
    })
    void theRowOfADeviceComesBeforeTheArchitecturesAndThatBeforeTheRowOfAll(
            String device, Quantity quantity, long value, Basis basis) {
        var figure = timing(device).figure(quantity);

        assertThat(figure.value()).isEqualTo(value);
        assertThat(figure.basis()).isEqualTo(basis);
    }

    @ParameterizedTest
    @CsvSource({
        "b200, CONSTANT_LATENCY, 12, sm_90",
        "rtx5090, SPECIAL_LATENCY, 21, sm_89",
        "rtx5090, SHARED_LATENCY, 23, sm_80",
        "b200, CONTROL_LATENCY, 11, sm_90",
    })
    void aFigureWithoutARowIsThatOfTheNearestPredecessorAndAssumed(
            String device, Quantity quantity, long value, String predecessor) {
        var figure = timing(device).figure(quantity);

        assertThat(figure.value()).isEqualTo(value);
        assertThat(figure.basis()).isEqualTo(Basis.ASSUMED);
        assertThat(figure.source()).startsWith("as %s's: ".formatted(predecessor));
    }

    @Test
    void whatIsAssumedCanBeAskedFor() {
        assertThat(timing("a100").assumed())
                .contains(Quantity.SHARED_LATENCY, Quantity.BARRIER_LATENCY)
                .doesNotContain(Quantity.L1_LATENCY, Quantity.DRAM_BANDWIDTH);
    }

    @ParameterizedTest
    @EnumSource(ExecutionUnit.class)
    void aUnitTakesAnInstructionWhenItHasFinishedTheLastOrBefore(ExecutionUnit unit) {
        assertThat(devices())
                .allSatisfy(device ->
                        assertThat(device.timing().interval(unit))
                                .isLessThanOrEqualTo(device.timing().latency(unit)));
        assertThat(ExecutionUnit.of(unit.word())).isEqualTo(unit);
    }

    /// Sources: RRZE gpu-benches `cuda-cache/a100.txt` and `cuda-cache/h100_pcie.txt` in GB/s; the
    /// multiprocessors and the clock of the boards that were measured, an A100 and an H100 PCIe
    /// (114 and 1755 MHz; an H100 SXM has 132 and 1980 MHz).
    @ParameterizedTest
    @CsvSource({"a100, 19200, 108, 1410", "h100, 25243, 114, 1755", "h200, 25243, 114, 1755"})
    void theFirstLevelCacheIsAsFastAsItsSourceMeasured(
            String device, double gigabytes, int multiprocessors, double megahertz) {
        double cycle = gigabytes * 1000 / multiprocessors / megahertz;

        assertThat((double) timing(device).value(Quantity.L1_BANDWIDTH))
                .isBetween(cycle, cycle * 1.03);
    }

    @Test
    void aDeviceThatTheTableDoesNotKnowHasNoTiming() {
        assertThatThrownBy(() -> TimingTable.of("h300", 99))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("timing.csv has no integer_latency of h300");
    }

    @Test
    void whatSharedMemoryDoesNotTakeIsCache() {
        var h200 = TimedDevice.of(DeviceSpec.h200());

        assertThat(h200.l1Bytes(0)).isEqualTo(256 * 1024);
        assertThat(h200.l1Bytes(1)).isEqualTo(248 * 1024);
        assertThat(h200.l1Bytes(228 * 1024)).isEqualTo(28 * 1024);
        assertThat(TimedDevice.of(DeviceSpec.named("sm_75").orElseThrow()).l1Bytes(0))
                .isEqualTo(64 * 1024);
    }
}
