package org.offloadtck.calibration.benchmark;

import org.offloadtck.calibration.benchmark.KernelBenchmark.Subset;
import org.offloadtck.calibration.benchmark.KernelBenchmark.TimeSource;

/// What was measured at one size of an experiment.
///
/// @param value nanoseconds of the fastest of several launches, or cycles of the kernel's clock
///   beyond those of the experiment's first size
public record MeasuredPoint(String experiment, int size, TimeSource timeSource, long value) {

    /// A point and what the model says of it.
    public record Comparison(MeasuredPoint point, long modelled, Subset subset) {

        /// How much the model says too much, as a part of what was measured.
        public double relativeError() {
            return (double) (modelled - point.value()) / point.value();
        }

        /// How many times as long as it was the model says, as a natural logarithm: as far from 0
        /// for twice as for half.
        public double logRatio() {
            return Math.log((double) Math.max(1, modelled) / point.value());
        }
    }
}
