package org.offloadtck.calibration;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.offloadtck.calibration.benchmark.DeviceMeasurements;
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
        double[] errors =
                group.stream()
                        .mapToDouble(each -> Math.abs(each.relativeError()))
                        .sorted()
                        .toArray();
        double mean = IntStream.range(0, errors.length).mapToDouble(i -> errors[i]).sum();
        return row(
                name,
                Integer.toString(errors.length),
                percent(mean / errors.length),
                percent(median(errors)),
                String.format(Locale.ROOT, "%.3f", rankCorrelation(group)));
    }

    private static double median(double[] sorted) {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    /// Spearman's rank correlation of measured and modelled values, with mean ranks for ties; 1 for
    /// a single point.
    static double rankCorrelation(List<Comparison> points) {
        double[] measured = ranks(points, Comparator.comparingLong(p -> p.point().value()));
        double[] modelled = ranks(points, Comparator.comparingLong(Comparison::modelled));
        double middle = (points.size() - 1) / 2.0;
        double both = 0;
        double first = 0;
        double second = 0;
        for (int i = 0; i < points.size(); i++) {
            both += (measured[i] - middle) * (modelled[i] - middle);
            first += (measured[i] - middle) * (measured[i] - middle);
            second += (modelled[i] - middle) * (modelled[i] - middle);
        }
        return first * second == 0 ? 1 : both / Math.sqrt(first * second);
    }

    private static double[] ranks(List<Comparison> points, Comparator<Comparison> order) {
        double[] ranks = new double[points.size()];
        for (int i = 0; i < ranks.length; i++) {
            for (var other : points) {
                int before = Integer.signum(order.compare(other, points.get(i)));
                ranks[i] += before < 0 ? 1 : before == 0 ? 0.5 : 0;
            }
            ranks[i] -= 0.5;
        }
        return ranks;
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
