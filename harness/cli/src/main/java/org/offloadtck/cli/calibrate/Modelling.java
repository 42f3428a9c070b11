package org.offloadtck.cli.calibrate;

import org.offloadtck.cli.calibrate.Experiment.Timekeeper;
import org.offloadtck.cli.calibrate.Point.Compared;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.ModelFigure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a model says of experiments, with its own figures or others.
///
/// @param device models time
/// @param model the device it models
/// @param experiments that it knows
record Modelling(Device device, String model, List<Experiment> experiments, Bench bench)
        implements AutoCloseable {

    static Modelling of(Device device, String model, List<Experiment> experiments) {
        return new Modelling(device, model, experiments, new Bench(device, Bench.Told.MODELLED));
    }

    /// The figures of the model that may be moved.
    List<ModelFigure> figures() {
        return device.modelFigures(model);
    }

    /// Those of the points that can be modelled.
    ///
    /// @param source names the points in messages
    /// @throws UnusableMeasurementsException if one is of an experiment that there is not
    List<Point> known(String source, List<Point> points) {
        return points.stream()
                .filter(point -> point.value() > 0)
                .filter(point -> known(source, point).sizes().contains(point.size()))
                .toList();
    }

    private Experiment known(String source, Point point) {
        return experiment(point)
                .orElseThrow(() ->
                        new UnusableMeasurementsException(
                                "%s: there is no experiment '%s'"
                                        .formatted(source, point.experiment())));
    }

    private Optional<Experiment> experiment(Point point) {
        return experiments.stream()
                .filter(each -> each.name().experiment().equals(point.experiment()))
                .findFirst();
    }

    /// Models points.
    ///
    /// @param points that are known
    /// @param figures that are not the model's own
    /// @return one for each point, in their order
    List<Compared> compare(List<Point> points, Map<String, Long> figures) {
        device.timeLaunches(model, figures);
        var readings = new HashMap<String, Map<Integer, Reading>>();
        var compared = new ArrayList<Compared>();
        for (var point : points) {
            var experiment = experiment(point).orElseThrow();
            var ofExperiment = readings.computeIfAbsent(point.experiment(), _ -> new HashMap<>());
            read(experiment, point.size(), ofExperiment);
            if (point.timekeeper() == Timekeeper.KERNEL) {
                read(experiment, experiment.sizes().getFirst(), ofExperiment);
            }
            long value = experiment.value(ofExperiment, point.size(), point.timekeeper());
            compared.add(new Compared(point, value, experiment.part(point.size())));
        }
        return compared;
    }

    private void read(Experiment experiment, int size, Map<Integer, Reading> readings) {
        if (!readings.containsKey(size)) {
            readings.put(size, bench.launch(experiment, size, 1, () -> {}));
        }
    }

    @Override
    public void close() {
        bench.close();
    }
}
