package org.offloadtck.calibration.benchmark;

import java.util.Arrays;

/// How far modelled values are from measured ones.
///
/// @param mean of the magnitudes of the relative errors (MAPE), as a part of 1
/// @param median of the same
/// @param rankCorrelation Spearman's, with mean ranks for ties; 1 for a single point
public record ErrorStatistics(int points, double mean, double median, double rankCorrelation) {

    /// The statistics of pairs of values.
    ///
    /// @param errors relative errors, a part of 1; one at least
    /// @param measured a value for each
    /// @param modelled a value for each
    public static ErrorStatistics of(double[] errors, double[] measured, double[] modelled) {
        double[] sorted = Arrays.stream(errors).map(Math::abs).sorted().toArray();
        return new ErrorStatistics(
                sorted.length,
                Arrays.stream(sorted).average().orElseThrow(),
                median(sorted),
                rankCorrelation(measured, modelled));
    }

    private static double median(double[] sorted) {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    private static double rankCorrelation(double[] measured, double[] modelled) {
        double[] one = ranks(measured);
        double[] other = ranks(modelled);
        double middle = (one.length - 1) / 2.0;
        double both = 0;
        double first = 0;
        double second = 0;
        for (int i = 0; i < one.length; i++) {
            both += (one[i] - middle) * (other[i] - middle);
            first += (one[i] - middle) * (one[i] - middle);
            second += (other[i] - middle) * (other[i] - middle);
        }
        return first * second == 0 ? 1 : both / Math.sqrt(first * second);
    }

    private static double[] ranks(double[] values) {
        double[] ranks = new double[values.length];
        for (int i = 0; i < ranks.length; i++) {
            for (double other : values) {
                int before = Double.compare(other, values[i]);
                ranks[i] += before < 0 ? 1 : before == 0 ? 0.5 : 0;
            }
            ranks[i] -= 0.5;
        }
        return ranks;
    }
}
