package org.offloadtck.sim;

import org.offloadtck.simt.device.DeviceSpec;
import org.offloadtck.simt.execution.LaunchObserver;
import org.offloadtck.simt.execution.LaunchShape;
import org.offloadtck.simt.image.DeviceFunction;
import org.offloadtck.simt.image.DeviceImage;
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

        /// What there is to say of the launch when it has ended.
        Timing timing();
    }

    /// Says nothing.
    enum Stopped implements Clock {
        STOPPED;

        @Override
        public LaunchObserver observer() {
            return LaunchObserver.NONE;
        }

        @Override
        public Timing timing() {
            return Timing.Unasked.UNASKED;
        }
    }

    /// Says what the timer has found.
    record Running(LaunchTimer timer) implements Clock {

        @Override
        public LaunchObserver observer() {
            return timer.observer();
        }

        @Override
        public Timing timing() {
            return timer.timing();
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
