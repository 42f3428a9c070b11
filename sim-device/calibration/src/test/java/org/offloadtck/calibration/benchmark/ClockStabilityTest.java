package org.offloadtck.calibration.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.PrimitiveIterator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Planted times of a fixed kernel, in nanoseconds.
class ClockStabilityTest {

    private static ClockStability await(LongStream times) {
        PrimitiveIterator.OfLong next = times.iterator();
        return ClockStability.await(next::nextLong);
    }

    @Test
    void aDeviceThatRaisesItsClocksIsWaitedFor() {
        // 30 launches that become faster by 2 % each, then no more
        var times =
                LongStream.concat(
                        LongStream.iterate(10_000_000, time -> time * 98 / 100).limit(30),
                        LongStream.generate(() -> 5_000_000));

        var stability = await(times);

        assertThat(stability.isStable()).isTrue();
        assertThat(stability.launches()).isEqualTo(30 + ClockStability.WINDOW);
        assertThat(stability.at(1590).text())
                .isEqualTo(
                        "1590 MHz measured, stable: 0.0 % of change in the last 10 of 40 launches");
    }

    @Test
    void stableClocksTakeAsManyLaunchesAsAreCompared() {
        var stability = await(LongStream.iterate(1_000_000, time -> time + 1_000));

        assertThat(stability.launches()).isEqualTo(ClockStability.WINDOW);
        assertThat(stability.text())
                .isEqualTo("not measured, stable: 0.9 % of change in the last 10 of 10 launches");
    }

    @Test
    void aDeviceWhoseClocksNeverSettleIsReported() {
        var stability =
                await(
                        LongStream.iterate(0, turn -> turn + 1)
                                .map(turn -> 1_000_000 + 50_000 * (turn % 2)));

        assertThat(stability.isStable()).isFalse();
        assertThat(stability.launches()).isEqualTo(ClockStability.MOST_LAUNCHES);
        assertThat(stability.text())
                .isEqualTo(
                        "not measured, not stable: 5.0 % of change in the last 10 of 1000"
                                + " launches");
    }
}
