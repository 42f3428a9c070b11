package org.offloadtck.cli.calibrate;

import org.offloadtck.cli.calibrate.Fit.Move;

import java.util.List;

/// How the distances of points go with the figures of a model, as far as they go on as they begin.
final class Tangent {

    /// What it costs to move a figure by its whole range: as much as one point that is off by a
    /// thousandth, which is less than a launch differs that is measured again.
    static final double PULL = 1e-6;

    /// Enough for figures that nearly do the same.
    private static final int SWEEPS = 1000;

    private final List<Move> moves;
    private final long[] at;
    private final double[] distances;
    private final double[][] slopes;

    /// @param at where the figures are
    /// @param distances of the points there
    /// @param slopes of each figure the distances that each point would go if the figure went once
    ///   through its range
    Tangent(List<Move> moves, long[] at, double[] distances, double[][] slopes) {
        this.moves = moves;
        this.at = at;
        this.distances = distances;
        this.slopes = slopes;
    }

    /// The step of each figure, as a part of its range, to where the cost is least within the
    /// ranges: each figure in turn to where it costs least, over and over. The cost is convex, so
    /// that this ends in the one place.
    double[] best() {
        double[] steps = new double[at.length];
        double[] left = distances.clone();
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            for (int i = 0; i < steps.length; i++) {
                double next = next(i, steps[i], left);
                for (int j = 0; j < left.length; j++) {
                    left[j] += (next - steps[i]) * slopes[i][j];
                }
                steps[i] = next;
            }
        }
        return steps;
    }

    private double next(int i, double step, double[] left) {
        var move = moves.get(i);
        double down = PULL * (move.moved(at[i]) + step);
        double curvature = PULL;
        for (int j = 0; j < left.length; j++) {
            down += slopes[i][j] * left[j];
            curvature += slopes[i][j] * slopes[i][j];
        }
        double range = move.range();
        return Math.clamp(
                step - down / curvature,
                (move.figure().least() - at[i]) / range,
                (move.figure().most() - at[i]) / range);
    }
}
