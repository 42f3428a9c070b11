package org.offloadtck.launch;

import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.timing.Timing;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.replay.LaunchTimer;
import org.offloadtck.timing.replay.TimingModel;

/// Whether launches are timed, and on what device.
public sealed interface LaunchTiming {

    /// Launches are not timed.
    enum None implements LaunchTiming {
        NONE
    }

    /// They are, on that device.
    record Of(TimedDevice device) implements LaunchTiming {}

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
            return Timing.NotRequested.NOT_REQUESTED;
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
    default Clock clock(LoadedProgram image, DecodedFunction kernel, LaunchShape shape) {
        return switch (this) {
            case None _ -> Stopped.STOPPED;
            case Of(var device) -> new Running(TimingModel.of(image, device).timer(kernel, shape));
        };
    }
}
