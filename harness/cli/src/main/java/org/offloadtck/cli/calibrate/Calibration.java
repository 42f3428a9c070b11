package org.offloadtck.cli.calibrate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.cli.calibrate.Experiment.Timekeeper;
import org.offloadtck.plugin.Device;

/// Measures a device and holds the timing model against what was measured.
public final class Calibration {

    /// Launches at each size; the fastest counts, so that what else the host does does not.
    private static final int TIMES = 5;

    private final List<Experiment> experiments;

    private Calibration(List<Experiment> experiments) {
        this.experiments = experiments;
    }

    /// How much is measured.
    public enum Extent {
        /// Every experiment at two sizes.
        SMALL,
        /// At all its sizes.
        FULL
    }

    /// The experiments to carry out.
    ///
    /// @param names of experiments; none for all
    /// @throws UnusableMeasurementsException if there is no experiment of such a name
    public static Calibration of(Extent extent, List<String> names) {
        var all = Experiments.all().stream().map(each -> each.name().experiment()).toList();
        for (var name : names) {
            if (!all.contains(name)) {
                throw new UnusableMeasurementsException(
                        "there is no experiment '%s'; there are %s"
                                .formatted(name, String.join(", ", all)));
            }
        }
        return new Calibration(
                Experiments.all().stream()
                        .filter(each -> names.isEmpty() || names.contains(each.name().experiment()))
                        .map(each -> extent == Extent.FULL ? each : small(each))
                        .toList());
    }

    private static Experiment small(Experiment experiment) {
        return new Experiment(
                experiment.name(),
                experiment.module(),
                experiment.timekeeper(),
                experiment.sizes().subList(0, 2),
                experiment.arrangement());
    }

    /// Measures a device whose events are timed.
    ///
    /// @param date the day, to be kept with the figures
    /// @return the figures, as they are kept
    public String measure(Device device, String date) {
        var points = new ArrayList<Point>();
        try (var bench = Bench.on(device)) {
            for (var experiment : experiments) {
                points.addAll(measure(bench, experiment));
            }
        }
        var said = device.description();
        return new Measured(said.name(), said.driver(), date, points).text();
    }

    private static List<Point> measure(Bench bench, Experiment experiment) {
        var values = new ArrayList<Long>();
        for (int size : experiment.sizes()) {
            values.add(
                    bench.launch(experiment, size, TIMES).stream()
                            .mapToLong(reading -> value(experiment, reading, "elapsed"))
                            .min()
                            .orElseThrow());
        }
        return points(experiment, values);
    }

    private static long value(Experiment experiment, Bench.Reading reading, String metric) {
        return experiment.timekeeper() == Timekeeper.KERNEL ? reading.clock() : reading.of(metric);
    }

    /// Of a kernel that reads the clock, each size beyond the first.
    private static List<Point> points(Experiment experiment, List<Long> values) {
        var points = new ArrayList<Point>();
        boolean isClocked = experiment.timekeeper() == Timekeeper.KERNEL;
        for (int i = isClocked ? 1 : 0; i < values.size(); i++) {
            long value = values.get(i) - (isClocked ? values.getFirst() : 0);
            points.add(
                    new Point(
                            experiment.name().experiment(),
                            experiment.sizes().get(i),
                            experiment.timekeeper(),
                            value));
        }
        return points;
    }

    /// Holds the model of a device against figures.
    ///
    /// @param modelling a device that times launches as on the device of that name
    /// @param source names the figures in messages
    /// @param measured what [#measure] returned
    /// @return the table of errors: whole lines
    /// @throws UnusableMeasurementsException if the figures are none, or of other experiments
    public String compare(Device modelling, String model, String source, String measured) {
        var figures = Measured.parse(source, measured);
        modelling.timeLaunches(model);
        var modelled = new HashMap<String, Map<Integer, Long>>();
        try (var bench = Bench.on(modelling)) {
            var compared = new ArrayList<Point.Compared>();
            for (var point : figures.points()) {
                var values =
                        modelled.computeIfAbsent(
                                point.experiment(), name -> model(bench, source, name));
                if (values.containsKey(point.size()) && point.value() > 0) {
                    compared.add(new Point.Compared(point, values.get(point.size())));
                }
            }
            return ErrorTable.of(figures, model, compared);
        }
    }

    private Map<Integer, Long> model(Bench bench, String source, String name) {
        var experiment =
                experiments.stream()
                        .filter(each -> each.name().experiment().equals(name))
                        .findFirst()
                        .orElseThrow(() ->
                                new UnusableMeasurementsException(
                                        "%s: there is no experiment '%s'".formatted(source, name)));
        String metric = experiment.timekeeper() == Timekeeper.KERNEL ? "cycles" : "modelled-time";
        var values = new ArrayList<Long>();
        for (int size : experiment.sizes()) {
            values.add(bench.launch(experiment, size, 1).getFirst().of(metric));
        }
        var bySize = new HashMap<Integer, Long>();
        points(experiment, values).forEach(point -> bySize.put(point.size(), point.value()));
        return bySize;
    }
}
