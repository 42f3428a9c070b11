package org.offloadtck.cli.calibrate;

import org.offloadtck.cli.calibrate.Experiment.Part;
import org.offloadtck.cli.calibrate.Experiment.Timekeeper;

/// What was measured at one size of an experiment.
///
/// @param value nanoseconds of the fastest of several launches, or cycles of the kernel's clock
///   beyond those of the experiment's first size
record Point(String experiment, int size, Timekeeper timekeeper, long value) {

    /// A point and what the model says of it.
    record Compared(Point point, long modelled, Part part) {

        /// How much the model says too much, as a part of what was measured.
        double error() {
            return (double) (modelled - point.value()) / point.value();
        }

        /// How many times as long as it was the model says, as a natural logarithm: as far from 0
        /// for twice as for half.
        double distance() {
            return Math.log((double) Math.max(1, modelled) / point.value());
        }
    }
}
