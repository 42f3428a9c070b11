package org.offloadtck.timing.replay;

import java.util.Arrays;

/// The mean of a sample, and how far the mean of the population may be from it.
///
/// @param halfWidth of the interval that has the mean of the population with a confidence of 95 %
record ConfidenceInterval(double mean, double halfWidth) {

    /// Quantiles of 97.5 % of Student's t distribution for 1 to 30 degrees of freedom
    /// (NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2).
    private static final double[] STUDENT = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
        2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
        2.052, 2.048, 2.045, 2.042
    };

    /// The interval of a sample of 2 or more values, of a normal distribution whose variance is not
    /// known. For more than 31 values it is slightly too wide.
    static ConfidenceInterval of(long[] values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        double squares =
                Arrays.stream(values).mapToDouble(value -> (value - mean) * (value - mean)).sum();
        int freedom = values.length - 1;
        double error = Math.sqrt(squares / freedom / values.length);
        return new ConfidenceInterval(mean, STUDENT[Math.min(freedom, STUDENT.length) - 1] * error);
    }
}
