package org.offloadtck.calibration.published;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.Set;
import org.offloadtck.calibration.benchmark.BenchmarkRunner;
import org.offloadtck.calibration.benchmark.ErrorStatistics;
import org.offloadtck.calibration.benchmark.KernelBenchmark;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Method;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Protocol;
import org.offloadtck.calibration.benchmark.KernelBenchmark.TimeSource;
import org.offloadtck.calibration.benchmark.LaunchDuration;
import org.offloadtck.calibration.published.PublishedExperiments.Part;
import org.offloadtck.calibration.published.PublishedFigure.Use;
import org.offloadtck.plugin.Device;

/// Published figures beside what the timing model has for them.
///
/// @param points in the order of the figures
public record PublishedComparison(List<Point> points) {

    private static final double PERCENT = 100;

    public PublishedComparison {
        points = List.copyOf(points);
    }

    /// A figure with the model's value, in the unit of the figure.
    public record Point(PublishedFigure figure, double modelled) {

        double error() {
            return figure.timeError(modelled);
        }
    }

    /// Models figures of `published.csv`.
    ///
    /// @param modelling a device that models time
    /// @param kinds of the figures
    /// @param models names of the modelled devices; none for all
    public static PublishedComparison of(
            Device modelling, Set<FigureKind> kinds, List<String> models) {
        return new PublishedComparison(
                PublishedFigures.shipped().stream()
                        .filter(each -> kinds.contains(each.kind()))
                        .filter(each -> models.isEmpty() || models.contains(each.device()))
                        .map(each -> new Point(each, modelled(modelling, each)))
                        .toList());
    }

    private static double modelled(Device modelling, PublishedFigure figure) {
        Runnable empty = () -> modelling.timeLaunches(figure.device());
        var experiment = PublishedExperiments.of(figure);
        var few = duration(modelling, experiment.few(), empty);
        var many = duration(modelling, experiment.many(), empty);
        double cycles = (double) many.cycles().median() - few.cycles().median();
        return switch (figure.unit()) {
            case CYCLES -> cycles / experiment.work();
            case GIGABYTES_PER_SECOND ->
                    experiment.work() / (many.nanoseconds().median() - few.nanoseconds().median());
            case BYTES_PER_CYCLE, RESULTS_PER_CYCLE -> experiment.work() / cycles;
        };
    }

    /// @param empty empties the caches, which would have what filled the memory of the launch
    private static LaunchDuration duration(Device modelling, Part part, Runnable empty) {
        var benchmark =
                new KernelBenchmark(
                        new KernelBenchmark.Name(part.kernel(), part.kernel()),
                        part.module(),
                        new Method(TimeSource.EVENTS, Protocol.COLD),
                        List.of(0),
                        _ -> part.setup());
        try (var runner = new BenchmarkRunner(modelling, BenchmarkRunner.Clock.MODEL)) {
            return runner.launch(benchmark, 0, 1, empty);
        }
    }

    /// The mean of the magnitudes of all errors, as a part of 1.
    public double meanError() {
        return statistics(points).mean();
    }

    /// The table: each point, then mean, median and rank correlation for each kind and source, and
    /// of the points held out.
    public String text() {
        var text = new StringBuilder();
        text.append(
                "published figures against the model; the error is that of the time: positive if"
                        + " the model takes longer\n");
        for (var kind : FigureKind.values()) {
            text.append(of(kind).isEmpty() ? "" : kind.word() + "\n");
            of(kind).forEach(point -> text.append(line(point)));
        }
        text.append(
                "  %-64s %6s %10s %8s %16s\n"
                        .formatted("", "points", "mean error", "median", "rank correlation"));
        groups().forEach((name, group) -> text.append(summary(name, group)));
        return text.toString();
    }

    private List<Point> of(FigureKind kind) {
        return points.stream().filter(point -> point.figure().kind() == kind).toList();
    }

    private SequencedMap<String, List<Point>> groups() {
        var groups = new LinkedHashMap<String, List<Point>>();
        for (var point : points) {
            var figure = point.figure();
            for (var name :
                    List.of(
                            figure.kind().word(),
                            "%s, %s".formatted(figure.kind().word(), figure.use().word()))) {
                groups.computeIfAbsent(name, _ -> new ArrayList<>()).add(point);
            }
        }
        for (var point : points) {
            groups.computeIfAbsent(point.figure().source(), _ -> new ArrayList<>()).add(point);
        }
        groups.put(
                "all held out",
                points.stream().filter(each -> each.figure().use() == Use.HELD_OUT).toList());
        groups.put("all", points);
        return groups;
    }

    private static String line(Point point) {
        var figure = point.figure();
        var launch = figure.launch();
        return String.format(
                Locale.ROOT,
                "  %-8s %-13s %-18s %4d x %-4d %7d %9.1f %9.1f %-13s %+7.1f %%  %-8s %s\n",
                figure.device(),
                figure.product(),
                figure.experiment(),
                launch.ctas(),
                launch.threads(),
                launch.parameter(),
                figure.value(),
                point.modelled(),
                figure.unit().word(),
                PERCENT * point.error(),
                figure.use().word(),
                figure.source());
    }

    private static String summary(String name, List<Point> group) {
        if (group.isEmpty()) {
            return "";
        }
        var statistics = statistics(group);
        return String.format(
                Locale.ROOT,
                "  %-64s %6d %8.1f %% %6.1f %% %16.3f\n",
                name,
                statistics.points(),
                PERCENT * statistics.mean(),
                PERCENT * statistics.median(),
                statistics.rankCorrelation());
    }

    private static ErrorStatistics statistics(List<Point> group) {
        return ErrorStatistics.of(
                group.stream().mapToDouble(Point::error).toArray(),
                group.stream().mapToDouble(point -> point.figure().value()).toArray(),
                group.stream().mapToDouble(Point::modelled).toArray());
    }
}
