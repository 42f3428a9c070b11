package org.offloadtck.sim;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.plugin.Measurement.Exactness;
import org.offloadtck.simt.device.DeviceSpec;
import org.offloadtck.simt.execution.LaunchObserver;
import org.offloadtck.simt.execution.LaunchShape;
import org.offloadtck.simt.image.DeviceFunction;
import org.offloadtck.simt.image.DeviceImage;
import org.offloadtck.simt.timing.KernelTiming;
import org.offloadtck.simt.timing.LaunchTimer;
import org.offloadtck.simt.timing.Timing;
import org.offloadtck.simt.timing.TimingModel;

/// Whether launches are timed, and on what device.
sealed interface Timekeeper {

    /// Launches are not timed.
    enum None implements Timekeeper {
        NONE
    }

    /// They are, on that device.
    record Of(DeviceSpec spec) implements Timekeeper {}

    /// Of one launch.
    sealed interface Clock {

        /// Who is to watch the launch.
        LaunchObserver observer();

        /// What an event says of the launch when it has ended.
        List<Measurement> measurements();
    }

    /// Says nothing.
    enum Stopped implements Clock {
        STOPPED;

        @Override
        public LaunchObserver observer() {
            return LaunchObserver.NONE;
        }

        @Override
        public List<Measurement> measurements() {
            return List.of();
        }
    }

    /// Says what the timer has found.
    record Running(LaunchTimer timer) implements Clock {

        private static final int PERMILLE = 1000;

        @Override
        public LaunchObserver observer() {
            return timer.observer();
        }

        @Override
        public List<Measurement> measurements() {
            return switch (timer.timing()) {
                case KernelTiming timing -> Stream.concat(times(timing), traffic(timing)).toList();
                case Timing.Unknown _ -> List.of();
            };
        }

        private static Stream<Measurement> times(KernelTiming timing) {
            var occupancy = timing.occupancy();
            var limiter = occupancy.limiter().name().toLowerCase(Locale.ROOT).replace('_', '-');
            var behaviour = timing.behaviour();
            return Stream.of(
                    exact("cycles", timing.cycles(), "cycles"),
                    exact("modelled-time", timing.nanoseconds(), "ns"),
                    exact(
                            "assumed",
                            Math.round(timing.stack().assumedShare() * PERMILLE),
                            "permille"),
                    exact("resident-groups-limited-by-" + limiter, occupancy.ctas(), "groups"),
                    exact("shared-passes", behaviour.sharedPasses(), "passes"),
                    exact("worst-bank-conflict", behaviour.worstConflict(), "passes"),
                    exact("global-sectors", behaviour.globalSectors(), "sectors"));
        }

        private static Stream<Measurement> traffic(KernelTiming timing) {
            var traffic = timing.traffic();
            return Stream.of(
                    exact("l1-loaded", traffic.l1Loaded(), "bytes"),
                    exact("l1-hit", traffic.l1Hit(), "bytes"),
                    exact("l2-loaded", traffic.l2Loaded(), "bytes"),
                    exact("l2-hit", traffic.l2Hit(), "bytes"),
                    exact("dram-read", traffic.dramRead(), "bytes"),
                    exact("dram-written", traffic.dramWritten(), "bytes"));
        }

        private static Measurement exact(String metric, long value, String unit) {
            return new Measurement(metric, value, unit, Exactness.EXACT);
        }
    }

    /// The clock of a launch.
    default Clock clock(DeviceImage image, DeviceFunction kernel, LaunchShape shape) {
        return switch (this) {
            case None _ -> Stopped.STOPPED;
            case Of(var spec) -> new Running(TimingModel.of(image, spec).timer(kernel, shape));
        };
    }
}
