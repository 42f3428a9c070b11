package org.offloadtck.calibration;

import java.util.List;
import org.offloadtck.calibration.GaussNewtonFit.FreeFigure;

/// The Jacobian of the residuals with respect to the figures of the model, and the step that
/// minimizes the linearized cost.
final class Linearization {

    /// The cost of moving a figure by its whole range: that of one point with an error of a
    /// thousandth, which is less than the difference between two measurements of a launch.
    static final double REGULARIZATION = 1e-6;

    /// Enough sweeps to converge for figures with nearly equal effects.
    private static final int SWEEPS = 1000;

    private final List<FreeFigure> free;
    private final long[] figures;
    private final double[] residuals;
    private final double[][] jacobian;

    /// @param figures their present values
    /// @param residuals of the points at these values
    /// @param jacobian for each figure the change of each residual per range of the figure
    Linearization(List<FreeFigure> free, long[] figures, double[] residuals, double[][] jacobian) {
        this.free = free;
        this.figures = figures;
        this.residuals = residuals;
        this.jacobian = jacobian;
    }

    /// The step of each figure, as a fraction of its range, to the least linearized cost within the
    /// ranges. Coordinate descent finds it, since the cost is convex.
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
        var figure = free.get(i);
        double gradient = REGULARIZATION * (figure.deviation(figures[i]) + step);
        double curvature = REGULARIZATION;
        for (int j = 0; j < left.length; j++) {
            gradient += jacobian[i][j] * left[j];
            curvature += jacobian[i][j] * jacobian[i][j];
        }
        double range = figure.range();
        return Math.clamp(
                step - gradient / curvature,
                (figure.figure().least() - figures[i]) / range,
                (figure.figure().most() - figures[i]) / range);
    }
}
