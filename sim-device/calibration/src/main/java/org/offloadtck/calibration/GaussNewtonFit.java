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

/// Moves the figures of a model, each within what has been published of it, to where the model is
/// nearest to what was measured.
///
/// Gauss and Newton's method: each figure is moved a little to see how far the points go with it;
/// where the points would be best if they went on so is the next place, as long as it is better
/// than the one before. In the end figures that are small numbers are tried one up and one down.
///
/// What is to become least is the sum of the squared distances, and a little for each figure that
/// is not where the model's tables have it: of places that fit as well, the nearest to those is
/// taken.
final class GaussNewtonFit {

    /// One is more than a thousandth of less than this.
    private static final long COARSE = 1000;

    /// Less than this is no gain.
    private static final double LEAST_GAIN = 1e-9;

    private static final int PLACES = 12;

    /// How often a step that leads to no better place is halved.
    private static final int HALVINGS = 4;

    /// How far a figure is moved to see what goes with it, as a part of its range.
    private static final int TRIAL_PARTS = 8;

    private final ModelEvaluation model;
    private final List<MeasuredPoint> points;
    private final List<FreeFigure> free = new ArrayList<>();
    private double[] residuals;
    private long[] at = {};

    /// A figure, and the points that depend on it: those that differ at an end of its range.
    ///
    /// @param felt which points, ascending
    record FreeFigure(ModelFigure figure, List<Integer> sensitivePoints) {

        /// Whether one more or less is much.
        boolean isCoarse() {
            return figure.value() < COARSE;
        }

        long range() {
            return figure.most() - figure.least();
        }

        long clamp(long value) {
            return Math.clamp(value, figure.least(), figure.most());
        }

        /// How far a value is from the table's, as a part of the range.
        double deviation(long value) {
            return (double) (value - figure.value()) / range();
        }
    }

    private GaussNewtonFit(ModelEvaluation model, List<Comparison> seen) {
        this.model = model;
        this.points = seen.stream().map(Comparison::point).toList();
        this.residuals = residuals(seen);
    }

    /// Where the figures are that a fit to points ends with, by name: those that a point depends
    /// on.
    ///
    /// @param points of which the fit sees those that are not held out
    /// @throws UnusableMeasurementsException if it sees none
    static SequencedMap<String, Long> of(ModelEvaluation model, List<Comparison> points) {
        var seen = points.stream().filter(point -> point.subset() == Subset.FIT).toList();
        if (seen.isEmpty()) {
            throw new UnusableMeasurementsException("there is no point to fit to");
        }
        var fit = new GaussNewtonFit(model, seen);
        model.figures().stream()
                .map(fit::move)
                .filter(move -> !move.sensitivePoints().isEmpty())
                .forEach(fit.free::add);
        fit.at = fit.free.stream().mapToLong(move -> move.figure().value()).toArray();
        fit.search();
        fit.polish();
        return fit.figures(fit.at);
    }

    private FreeFigure move(ModelFigure figure) {
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
        for (int place = 0; gains && place < PLACES; place++) {
            double[] best = linearization().solve();
            gains = false;
            for (int halving = 0; !gains && halving <= HALVINGS; halving++) {
                double part = Math.scalb(1.0, -halving);
                long[] there = at.clone();
                for (int i = 0; i < there.length; i++) {
                    var move = free.get(i);
                    there[i] = move.clamp(at[i] + Math.round(part * best[i] * move.range()));
                }
                gains = accept(there, residuals(model.compare(points, figures(there))));
            }
        }
    }

    /// How the points go with each figure from here.
    private Linearization linearization() {
        var slopes = new double[free.size()][];
        for (int i = 0; i < slopes.length; i++) {
            var move = free.get(i);
            long step = Math.max(1, move.range() / TRIAL_PARTS);
            long there = at[i] + step <= move.figure().most() ? at[i] + step : at[i] - step;
            there = move.clamp(there);
            double[] moved = moved(i, there);
            slopes[i] = new double[moved.length];
            for (int j = 0; j < moved.length; j++) {
                slopes[i][j] = (moved[j] - residuals[j]) * move.range() / (there - at[i]);
            }
        }
        return new Linearization(free, at, residuals, slopes);
    }

    /// Tries the figures that are small numbers, of which a place is rounded to whole ones, one up
    /// and one down, until nothing gains.
    private void polish() {
        boolean gains = true;
        for (int pass = 0; gains && pass < PLACES; pass++) {
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
        long[] there = at.clone();
        there[i] = value;
        return there;
    }

    /// The distances when one figure is elsewhere.
    private double[] moved(int i, long value) {
        var felt = free.get(i).sensitivePoints();
        var there = model.compare(felt.stream().map(points::get).toList(), figures(with(i, value)));
        double[] moved = residuals.clone();
        for (int j = 0; j < there.size(); j++) {
            moved[felt.get(j)] = there.get(j).logRatio();
        }
        return moved;
    }

    /// Goes to a place if it is better.
    private boolean accept(long[] there, double[] moved) {
        if (cost(moved, there) > cost(residuals, at) - LEAST_GAIN) {
            return false;
        }
        residuals = moved;
        at = there;
        return true;
    }

    private double cost(double[] distances, long[] place) {
        double cost = 0;
        for (double distance : distances) {
            cost += distance * distance;
        }
        for (int i = 0; i < place.length; i++) {
            double moved = free.get(i).deviation(place[i]);
            cost += Linearization.REGULARIZATION * moved * moved;
        }
        return cost;
    }

    private static double[] residuals(List<Comparison> compared) {
        return compared.stream().mapToDouble(Comparison::logRatio).toArray();
    }

    private SequencedMap<String, Long> figures(long[] place) {
        var figures = new LinkedHashMap<String, Long>();
        for (int i = 0; i < place.length; i++) {
            figures.put(free.get(i).figure().name(), place[i]);
        }
        return figures;
    }
}
