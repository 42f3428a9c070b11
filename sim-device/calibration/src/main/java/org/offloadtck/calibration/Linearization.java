package org.offloadtck.calibration;

import java.util.List;
import org.offloadtck.calibration.GaussNewtonFit.FreeFigure;

/// How the distances of points go with the figures of a model, as far as they go on as they begin.
final class Linearization {

    /// What it costs to move a figure by its whole range: as much as one point that is off by a
    /// thousandth, which is less than a launch differs that is measured again.
    static final double REGULARIZATION = 1e-6;

    /// Enough for figures that nearly do the same.
    private static final int SWEEPS = 1000;

    private final List<FreeFigure> free;
    private final long[] figures;
    private final double[] residuals;
    private final double[][] jacobian;

    /// @param at where the figures are
    /// @param distances of the points there
    /// @param slopes of each figure the distances that each point would go if the figure went once
    ///   through its range
    Linearization(List<FreeFigure> moves, long[] at, double[] distances, double[][] slopes) {
        this.free = moves;
        this.figures = at;
        this.residuals = distances;
        this.jacobian = slopes;
    }

    /// The step of each figure, as a part of its range, to where the cost is least within the
    /// ranges: each figure in turn to where it costs least, over and over. The cost is convex, so
    /// that this ends in the one place.
    double[] solve() {
        double[] steps = new double[figures.length];
        double[] left = residuals.clone();
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            for (int i = 0; i < steps.length; i++) {
                double next = next(i, steps[i], left);
                for (int j = 0; j < left.length; j++) {
                    left[j] += (next - steps[i]) * jacobian[i][j];
                }
                steps[i] = next;
            }
        }
        return steps;
    }

    private double next(int i, double step, double[] left) {
        var move = free.get(i);
        double down = REGULARIZATION * (move.deviation(figures[i]) + step);
        double curvature = REGULARIZATION;
        for (int j = 0; j < left.length; j++) {
            down += jacobian[i][j] * left[j];
            curvature += jacobian[i][j] * jacobian[i][j];
        }
        double range = move.range();
        return Math.clamp(
                step - down / curvature,
                (move.figure().least() - figures[i]) / range,
                (move.figure().most() - figures[i]) / range);
    }
}
