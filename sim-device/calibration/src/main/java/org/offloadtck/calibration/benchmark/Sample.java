package org.offloadtck.calibration.benchmark;

import java.util.Arrays;
import java.util.Collection;

/// The median of repeated measurements of one quantity, and their spread.
///
/// @param median in the unit of the quantity; of an even number of values, the lower of the two in
///   the middle
/// @param deviation median of the absolute differences from the median: the spread, which a single
///   launch that was interrupted does not change
/// @param count of the values
public record Sample(long median, long deviation, int count) {

    /// The largest deviation of a steady sample, in parts of the median: 5 %. A larger one says
    /// that the device, not the kernel, decided the time.
    public static final double STEADY = 0.05;

    public Sample {
        if (deviation < 0 || count < 1) {
            throw new IllegalArgumentException(
                    "deviation is %d of %d values when there should be values, and it at least 0"
                            .formatted(deviation, count));
        }
    }

    /// A quantity that was taken once, or that repeats exactly.
    public static Sample of(long value) {
        return new Sample(value, 0, 1);
    }

    /// The sample of some values.
    ///
    /// @param values at least one
    public static Sample of(Collection<Long> values) {
        long median = median(values.stream().mapToLong(value -> value).toArray());
        long deviation =
                median(values.stream().mapToLong(value -> Math.abs(value - median)).toArray());
        return new Sample(median, deviation, values.size());
    }

    private static long median(long[] values) {
        Arrays.sort(values);
        return values[(values.length - 1) / 2];
    }

    /// The difference of two samples. Its deviation is the sum of both, the most that it can be.
    Sample minus(Sample other) {
        return new Sample(
                median - other.median, deviation + other.deviation, Math.min(count, other.count));
    }

    /// Whether the deviation is at most [#STEADY] of the median.
    public boolean isSteady() {
        return deviation <= STEADY * Math.abs(median);
    }
}
