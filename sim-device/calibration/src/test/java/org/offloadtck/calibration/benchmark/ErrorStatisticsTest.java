package org.offloadtck.calibration.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ErrorStatisticsTest {

    private static double rank(double[] measured, double[] modelled) {
        return ErrorStatistics.of(measured, measured, modelled).rankCorrelation();
    }

    @Test
    void ranksAgreeWhenTheOrderIsTheSameWhateverTheValues() {
        assertThat(rank(new double[] {1, 2, 3}, new double[] {10, 100, 1000})).isEqualTo(1);
        assertThat(rank(new double[] {1, 2, 3}, new double[] {3, 2, 1})).isEqualTo(-1);
    }

    /// Worked out by hand: 1 - 6 * (0 + 1 + 1 + 0) / (4 * 15).
    @Test
    void twoPointsOutOfOrderCostAPart() {
        assertThat(rank(new double[] {1, 2, 3, 4}, new double[] {1, 3, 2, 4}))
                .isCloseTo(0.8, within(1e-9));
    }

    @Test
    void equalPointsShareAPlace() {
        assertThat(rank(new double[] {1, 1, 2}, new double[] {5, 5, 9})).isCloseTo(1, within(1e-9));
    }

    @Test
    void meanAndMedianAreOfTheMagnitudes() {
        double[] values = {1, 2, 3, 4};
        var statistics = ErrorStatistics.of(new double[] {-0.5, 0.1, 0.2, -0.1}, values, values);

        assertThat(statistics.points()).isEqualTo(4);
        assertThat(statistics.mean()).isCloseTo(0.225, within(1e-9));
        assertThat(statistics.median()).isCloseTo(0.15, within(1e-9));
    }
}
