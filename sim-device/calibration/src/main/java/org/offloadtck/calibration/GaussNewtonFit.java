package org.offloadtck.calibration;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Subset;
import org.offloadtck.calibration.benchmark.MeasuredPoint;
import org.offloadtck.calibration.benchmark.MeasuredPoint.Comparison;
import org.offloadtck.calibration.benchmark.UnusableMeasurementsException;
import org.offloadtck.plugin.ModelFigure;

/// Fits the figures of a model, each within its published range, to measured points by the
/// Gauss-Newton method.
///
/// Each iteration computes the Jacobian by finite differences, solves the linearized problem within
/// the ranges, and accepts the step, or a halved one, if it lowers the cost. At the end, figures
/// with small integer values are tried one up and one down.
///
/// The cost is the sum of the squared residuals (the logarithms of modelled over measured values)
/// and a small regularization towards the tables of the model, which selects among equally good
/// fits.
final class GaussNewtonFit {

    /// Figures below this change by more than a thousandth per unit.
    private static final long COARSE = 1000;

    /// A smaller decrease of the cost is no gain.
    private static final double LEAST_GAIN = 1e-9;

    private static final int MOST_ITERATIONS = 12;

    /// The number of times that a step without gain is halved.
    private static final int HALVINGS = 4;

    /// The step of the finite differences is the range of a figure divided by this.
    private static final int TRIAL_PARTS = 8;

    private final ModelEvaluation model;
    private final List<MeasuredPoint> points;
    private final List<FreeFigure> free = new ArrayList<>();
    private double[] residuals;
    private long[] at = {};

    /// A figure to fit.
    ///
    /// @param sensitivePoints indexes of the points whose residual changes at an end of the range
    ///   of the figure, ascending
    record FreeFigure(ModelFigure figure, List<Integer> sensitivePoints) {

        /// Whether one unit is a large change.
        boolean isCoarse() {
            return figure.value() < COARSE;
        }

        long range() {
            return figure.most() - figure.least();
        }

        long clamp(long value) {
            return Math.clamp(value, figure.least(), figure.most());
        }

        /// The distance of a value from that of the tables, as a fraction of the range.
        double deviation(long value) {
            return (double) (value - figure.value()) / range();
        }
    }

    private GaussNewtonFit(ModelEvaluation model, List<Comparison> seen) {
        this.model = model;
        this.points = seen.stream().map(Comparison::point).toList();
        this.residuals = residuals(seen);
    }

    /// The fitted figures by name, those on which a point depends.
    ///
    /// @param points of which the fit ignores those that are held out
    /// @throws UnusableMeasurementsException if all points are held out
    static SequencedMap<String, Long> of(ModelEvaluation model, List<Comparison> points) {
        var seen = points.stream().filter(point -> point.subset() == Subset.FIT).toList();
        if (seen.isEmpty()) {
            throw new UnusableMeasurementsException("there is no point to fit to");
        }
        var fit = new GaussNewtonFit(model, seen);
        model.figures().stream()
                .map(fit::freeFigure)
                .filter(move -> !move.sensitivePoints().isEmpty())
                .forEach(fit.free::add);
        fit.at = fit.free.stream().mapToLong(move -> move.figure().value()).toArray();
        fit.search();
        fit.polish();
        return fit.figures(fit.at);
    }

    private FreeFigure freeFigure(ModelFigure figure) {
        double[] least = residuals(model.compare(points, Map.of(figure.name(), figure.least())));
        double[] most = residuals(model.compare(points, Map.of(figure.name(), figure.most())));
        var felt =
                IntStream.range(0, least.length)
                        .filter(i -> least[i] != residuals[i] || most[i] != residuals[i])
                        .boxed()
                        .toList();
        return new FreeFigure(figure, felt);
    }

    private void search() {
        boolean gains = true;
        for (int iteration = 0; gains && iteration < MOST_ITERATIONS; iteration++) {
            double[] best = linearization().solve();
            gains = false;
            for (int halving = 0; !gains && halving <= HALVINGS; halving++) {
                double part = Math.scalb(1.0, -halving);
                long[] candidate = at.clone();
                for (int i = 0; i < candidate.length; i++) {
                    var figure = free.get(i);
                    candidate[i] =
                            figure.clamp(at[i] + Math.round(part * best[i] * figure.range()));
                }
                gains = accept(candidate, residuals(model.compare(points, figures(candidate))));
            }
        }
    }

    /// The Jacobian at the present figures, by finite differences.
    private Linearization linearization() {
        var jacobian = new double[free.size()][];
        for (int i = 0; i < jacobian.length; i++) {
            var figure = free.get(i);
            long step = Math.max(1, figure.range() / TRIAL_PARTS);
            long there = at[i] + step <= figure.figure().most() ? at[i] + step : at[i] - step;
            there = figure.clamp(there);
            double[] moved = moved(i, there);
            jacobian[i] = new double[moved.length];
            for (int j = 0; j < moved.length; j++) {
                jacobian[i][j] = (moved[j] - residuals[j]) * figure.range() / (there - at[i]);
            }
        }
        return new Linearization(free, at, residuals, jacobian);
    }

    /// Tries figures with small values, which rounding to integers changes most, one up and one
    /// down until the cost no longer decreases.
    private void polish() {
        boolean gains = true;
        for (int pass = 0; gains && pass < MOST_ITERATIONS; pass++) {
            gains = false;
            for (int i = 0; i < at.length; i++) {
                if (free.get(i).isCoarse()) {
                    gains |= tryValue(i, at[i] + 1) || tryValue(i, at[i] - 1);
                }
            }
        }
    }

    private boolean tryValue(int i, long value) {
        long there = free.get(i).clamp(value);
        return there != at[i] && accept(with(i, there), moved(i, there));
    }

    private long[] with(int i, long value) {
        long[] candidate = at.clone();
        candidate[i] = value;
        return candidate;
    }

    /// The residuals with another value of one figure.
    private double[] moved(int i, long value) {
        var felt = free.get(i).sensitivePoints();
        var there = model.compare(felt.stream().map(points::get).toList(), figures(with(i, value)));
        double[] moved = residuals.clone();
        for (int j = 0; j < there.size(); j++) {
            moved[felt.get(j)] = there.get(j).logRatio();
        }
        return moved;
    }

    /// Accepts figures if they lower the cost.
    private boolean accept(long[] candidate, double[] moved) {
        if (cost(moved, candidate) > cost(residuals, at) - LEAST_GAIN) {
            return false;
        }
        residuals = moved;
        at = candidate;
        return true;
    }

    private double cost(double[] residuals, long[] figures) {
        double cost = 0;
        for (double residual : residuals) {
            cost += residual * residual;
        }
        for (int i = 0; i < figures.length; i++) {
            double moved = free.get(i).deviation(figures[i]);
            cost += Linearization.REGULARIZATION * moved * moved;
        }
        return cost;
    }

    private static double[] residuals(List<Comparison> compared) {
        return compared.stream().mapToDouble(Comparison::logRatio).toArray();
    }

    private SequencedMap<String, Long> figures(long[] values) {
        var figures = new LinkedHashMap<String, Long>();
        for (int i = 0; i < values.length; i++) {
            figures.put(free.get(i).figure().name(), values[i]);
        }
        return figures;
    }
}
