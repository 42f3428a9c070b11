package org.offloadtck.calibration;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import org.offloadtck.calibration.benchmark.DeviceMeasurements;
import org.offloadtck.calibration.benchmark.ErrorStatistics;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Subset;
import org.offloadtck.calibration.benchmark.KernelBenchmark.TimeSource;
import org.offloadtck.calibration.benchmark.MeasuredPoint;
import org.offloadtck.calibration.benchmark.MeasuredPoint.Comparison;

/// The errors of the model: by point, by benchmark, and over all points.
final class ErrorTable {

    private static final double PERCENT = 100;

    private ErrorTable() {}

    /// The header: model, measured device, and whether that is simulated.
    static String head(DeviceMeasurements measured, String model) {
        String said =
                "model %s against %s (%s, %s)\nclocks: %s\n"
                        .formatted(
                                model,
                                measured.device(),
                                measured.driver(),
                                measured.date(),
                                measured.clocks());
        return DeviceMeasurements.isSimulated(measured.device())
                ? said + "these are measurements of a simulator, not of hardware\n"
                : said;
    }

    static String of(List<Comparison> points) {
        var text = new StringBuilder();
        text.append(row("experiment", "size", "measured", "modelled", "error").stripTrailing())
                .append("  spread\n");
        for (var point : points) {
            text.append(line(point));
        }
        text.append(row("", "points", "mean error", "median", "rank correlation"));
        groups(points).forEach((name, group) -> text.append(summary(name, group)));
        return text.toString();
    }

    private static SequencedMap<String, List<Comparison>> groups(List<Comparison> points) {
        var groups = new LinkedHashMap<String, List<Comparison>>();
        for (var point : points) {
            groups.computeIfAbsent(point.point().experiment(), _ -> new ArrayList<>()).add(point);
        }
        for (var keeper : TimeSource.values()) {
            groups.put(
                    "all by " + keeper.name().toLowerCase(Locale.ROOT),
                    points.stream().filter(p -> p.point().timeSource() == keeper).toList());
        }
        groups.put("fit to", part(points, Subset.FIT));
        groups.put("held out", part(points, Subset.HELD_OUT));
        groups.put("unsteady", part(points, Subset.UNSTEADY));
        groups.put("all", points);
        return groups;
    }

    private static List<Comparison> part(List<Comparison> points, Subset part) {
        return points.stream().filter(point -> point.subset() == part).toList();
    }

    private static String line(Comparison compared) {
        var point = compared.point();
        var values =
                row(
                        point.experiment(),
                        Integer.toString(point.size()),
                        point.value() + " " + point.timeSource().unit(),
                        Long.toString(compared.modelled()),
                        percent(compared.relativeError()));
        return values.stripTrailing() + "  " + spread(point) + "\n";
    }

    private static String spread(MeasuredPoint point) {
        var sample = point.sample();
        if (sample.count() == 1) {
            return "1 launch";
        }
        var spread =
                "%s of %d"
                        .formatted(
                                percent((double) sample.deviation() / sample.median()),
                                sample.count());
        return sample.isSteady() ? spread : spread + ", unsteady: in no fit";
    }

    private static String summary(String name, List<Comparison> group) {
        if (group.isEmpty()) {
            return row(name, "0", "-", "-", "-");
        }
        var statistics =
                ErrorStatistics.of(
                        group.stream().mapToDouble(Comparison::relativeError).toArray(),
                        group.stream().mapToDouble(each -> each.point().value()).toArray(),
                        group.stream().mapToDouble(Comparison::modelled).toArray());
        return row(
                name,
                Integer.toString(statistics.points()),
                percent(statistics.mean()),
                percent(statistics.median()),
                String.format(Locale.ROOT, "%.3f", statistics.rankCorrelation()));
    }

    private static String percent(double part) {
        return String.format(Locale.ROOT, "%.1f %%", PERCENT * part);
    }

    private static String row(
            String name, String size, String measured, String modelled, String error) {
        return String.format(
                        Locale.ROOT,
                        "  %-20s %8s %18s %14s %17s",
                        name,
                        size,
                        measured,
                        modelled,
                        error)
                .concat("\n");
    }
}
