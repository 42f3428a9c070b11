package org.offloadtck.calibration.benchmark;

import org.offloadtck.calibration.benchmark.KernelBenchmark.Subset;
import org.offloadtck.calibration.benchmark.KernelBenchmark.TimeSource;

/// The measurement of one size of a benchmark.
///
/// @param experiment name of the benchmark
/// @param sample nanoseconds of several launches, or cycles of the kernel's clock beyond those of
///   the first size
public record MeasuredPoint(String experiment, int size, TimeSource timeSource, Sample sample) {

    /// A point that was taken once.
    public MeasuredPoint(String experiment, int size, TimeSource timeSource, long value) {
        this(experiment, size, timeSource, Sample.of(value));
    }

    /// The median.
    public long value() {
        return sample.median();
    }

    /// A point with its modelled value.
    public record Comparison(MeasuredPoint point, long modelled, Subset subset) {

        /// The error of the model, relative to the measured value.
        public double relativeError() {
            return (double) (modelled - point.value()) / point.value();
        }

        /// The natural logarithm of modelled over measured value: the residual of the fit, of equal
        /// magnitude for twice and for half.
        public double logRatio() {
            return Math.log((double) Math.max(1, modelled) / point.value());
        }
    }
}
