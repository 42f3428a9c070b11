package org.offloadtck.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.offloadtck.calibration.Calibration.Extent;
import org.offloadtck.calibration.benchmark.DeviceMeasurements;
import org.offloadtck.calibration.benchmark.KernelBenchmark.TimeSource;
import org.offloadtck.calibration.benchmark.MeasuredPoint;
import org.offloadtck.plugin.Device;

/// Measurements of a device that is as the model says, or is not, by what was planted.
class CalibrationTest {

    private static final String T4 = "t4";

    private final Device modelling = ModellingDevice.open();

    @AfterEach
    void close() {
        modelling.close();
    }

    /// @param disturbance from the modelled time by events to the measured one
    private DeviceMeasurements measure(LongUnaryOperator disturbance, String... names) {
        modelling.timeLaunches(T4);
        long added = TimeSource.EVENTS.overhead();
        var device =
                new PlantedDevice(
                        modelling,
                        "Simulated planted T4",
                        time -> disturbance.applyAsLong(time + added) - added);
        var text = Calibration.of(Extent.SMALL, List.of(names)).measure(device, "2026-11-26");
        return DeviceMeasurements.parse("planted", text);
    }

    private String compare(DeviceMeasurements measured, String... names) {
        return Calibration.of(Extent.SMALL, List.of(names))
                .compare(modelling, T4, "planted", measured.text());
    }

    /// The first launch of all finds an empty cache and takes 0.9 % longer.
    @Test
    void aDeviceThatIsAsTheModelSaysHasNoErrors() {
        var measured = measure(time -> time, "nothing", "two_small", "barrier_warp");

        assertThat(measured.clocks())
                .isEqualTo("not measured, stable: 0.9 % of change in the last 10 of 10 launches");
        assertThat(compare(measured, "nothing", "two_small", "barrier_warp"))
                .containsPattern("all +9 +0.0 % +0.0 % +1.000");
    }

    /// The first launches take longer: no point sees them.
    @Test
    void pointsAreMeasuredWhenClocksAreStable() {
        var launches = new AtomicInteger();
        var measured =
                measure(
                        time -> time + Math.max(0, 40 - launches.getAndIncrement()) * time / 10,
                        "nothing");

        assertThat(measured.clocks())
                .isEqualTo("not measured, stable: 0.0 % of change in the last 10 of 50 launches");
        assertThat(compare(measured, "nothing")).containsPattern("all +3 +0.0 % ");
    }

    /// Only the second of two launches is measured, and planted to be twice as fast as the model's.
    @Test
    void ofAWarmReadTheSecondLaunchIsMeasured() {
        var cold = measure(time -> time, "read_l2");
        var warm = new AtomicInteger();
        var measured =
                measure(time -> warm.getAndIncrement() % 2 == 1 ? time / 2 : time, "read_warm");

        assertThat(cold.points()).extracting(MeasuredPoint::value).allMatch(value -> value > 0);
        assertThat(compare(measured, "read_warm")).containsPattern("all +3 +100.0 % ");
    }

    @Test
    void pairedLaunchesTakeAsLongAsTheLonger() {
        var second = new AtomicInteger();
        var measured =
                measure(time -> second.getAndIncrement() % 2 == 1 ? 2 * time : time, "two_small");

        assertThat(compare(measured, "two_small")).containsPattern("all +3 +50.0 % ");
    }

    @Test
    void figuresThatNoExperimentShowsAreNamedWithTheReason() {
        assertThat(compare(measure(time -> time, "nothing"), "nothing"))
                .contains("constant_miss_latency: the model has no misses")
                .contains("the model has no TLB");
    }
}
