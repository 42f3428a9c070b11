package org.offloadtck.calibration;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.calibration.benchmark.BenchmarkRunner;
import org.offloadtck.calibration.benchmark.KernelBenchmark;
import org.offloadtck.calibration.benchmark.KernelBenchmark.TimeSource;
import org.offloadtck.calibration.benchmark.LaunchDuration;
import org.offloadtck.calibration.benchmark.MeasuredPoint;
import org.offloadtck.calibration.benchmark.MeasuredPoint.Comparison;
import org.offloadtck.calibration.benchmark.UnusableMeasurementsException;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.ModelFigure;

/// The evaluation of a timing model at measured points, with the figures of its tables or others.
///
/// @param device that models time
/// @param model name of the modelled device
/// @param benchmarks that can be evaluated
/// @param runner of the benchmarks on the device
record ModelEvaluation(
        Device device, String model, List<KernelBenchmark> benchmarks, BenchmarkRunner runner)
        implements AutoCloseable {

    static ModelEvaluation of(Device device, String model, List<KernelBenchmark> benchmarks) {
        return new ModelEvaluation(
                device,
                model,
                benchmarks,
                new BenchmarkRunner(device, BenchmarkRunner.Clock.MODEL));
    }

    /// The figures that a fit may change.
    List<ModelFigure> figures() {
        return device.modelFigures(model);
    }

    /// The points that can be modelled.
    ///
    /// @param source names the points in messages
    /// @throws UnusableMeasurementsException if a point is of an unknown benchmark
    List<MeasuredPoint> known(String source, List<MeasuredPoint> points) {
        return points.stream()
                .filter(point -> point.value() > 0)
                .filter(point -> known(source, point).sizes().contains(point.size()))
                .toList();
    }

    private KernelBenchmark known(String source, MeasuredPoint point) {
        return experiment(point)
                .orElseThrow(() ->
                        new UnusableMeasurementsException(
                                "%s: there is no experiment '%s'"
                                        .formatted(source, point.experiment())));
    }

    private Optional<KernelBenchmark> experiment(MeasuredPoint point) {
        return benchmarks.stream()
                .filter(each -> each.name().experiment().equals(point.experiment()))
                .findFirst();
    }

    /// Models points.
    ///
    /// @param points of known benchmarks and sizes
    /// @param figures that replace those of the tables, by name
    /// @return one comparison for each point, in their order
    List<Comparison> compare(List<MeasuredPoint> points, Map<String, Long> figures) {
        var readings = new HashMap<String, Map<Integer, LaunchDuration>>();
        var compared = new ArrayList<Comparison>();
        for (var point : points) {
            var experiment = experiment(point).orElseThrow();
            var ofExperiment = readings.computeIfAbsent(point.experiment(), _ -> new HashMap<>());
            read(experiment, point.size(), figures, ofExperiment);
            if (point.timeSource() == TimeSource.KERNEL) {
                read(experiment, experiment.sizes().getFirst(), figures, ofExperiment);
            }
            var value = experiment.value(ofExperiment, point.size(), point.timeSource());
            long modelled = value.median() + point.timeSource().overhead();
            compared.add(new Comparison(point, modelled, experiment.subset(point)));
        }
        return compared;
    }

    /// Models a launch with empty caches, which those of measurements are, too.
    private void read(
            KernelBenchmark experiment,
            int size,
            Map<String, Long> figures,
            Map<Integer, LaunchDuration> readings) {
        if (!readings.containsKey(size)) {
            Runnable empty = () -> device.timeLaunches(model, figures);
            readings.put(size, runner.launch(experiment, size, 1, empty));
        }
    }

    @Override
    public void close() {
        runner.close();
    }
}
