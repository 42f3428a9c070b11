package org.offloadtck.calibration;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.calibration.benchmark.BenchmarkRunner;
import org.offloadtck.calibration.benchmark.BenchmarkRunner.Clock;
import org.offloadtck.calibration.benchmark.CacheFlush;
import org.offloadtck.calibration.benchmark.DeviceMeasurements;
import org.offloadtck.calibration.benchmark.FigureEvidence;
import org.offloadtck.calibration.benchmark.KernelBenchmark;
import org.offloadtck.calibration.benchmark.KernelBenchmark.TimeSource;
import org.offloadtck.calibration.benchmark.KernelBenchmarkSuite;
import org.offloadtck.calibration.benchmark.LaunchDuration;
import org.offloadtck.calibration.benchmark.MeasuredPoint;
import org.offloadtck.calibration.benchmark.UnusableMeasurementsException;
import org.offloadtck.plugin.Device;

/// Measures a device, compares the timing model with the measurements, and fits the model to them.
public final class Calibration {

    /// Launches at each size. Their median counts, so that a few that something interrupted have no
    /// effect.
    private static final int TIMES = 15;

    /// Launches on a simulated device, whose times repeat.
    private static final int SIMULATED_TIMES = 1;

    /// Sizes of [Extent#SMALL]: two for a fit, and one that is held out.
    private static final int FEW = 3;

    private final List<KernelBenchmark> experiments;

    private Calibration(List<KernelBenchmark> experiments) {
        this.experiments = experiments;
    }

    /// The sizes that are measured.
    public enum Extent {
        /// The three smallest sizes of every benchmark.
        SMALL,
        /// All sizes of every benchmark.
        FULL
    }

    /// A calibration with some benchmarks.
    ///
    /// @param names of benchmarks; none for all
    /// @throws UnusableMeasurementsException if a name is unknown
    public static Calibration of(Extent extent, List<String> names) {
        var all =
                KernelBenchmarkSuite.all().stream().map(each -> each.name().experiment()).toList();
        for (var name : names) {
            if (!all.contains(name)) {
                throw new UnusableMeasurementsException(
                        "there is no experiment '%s'; there are %s"
                                .formatted(name, String.join(", ", all)));
            }
        }
        return new Calibration(
                KernelBenchmarkSuite.all().stream()
                        .filter(each -> names.isEmpty() || names.contains(each.name().experiment()))
                        .map(each -> extent == Extent.FULL ? each : each.smallest(FEW))
                        .toList());
    }

    /// Measures a device with timed events, after its clocks are stable.
    ///
    /// Launches start with flushed caches. On a simulated device, the clock that kernels read is
    /// not measured, since it counts instructions, not time.
    ///
    /// @param date of the measurement
    /// @return the text of [DeviceMeasurements]
    public String measure(Device device, String date) {
        var said = device.description();
        boolean isSimulated = DeviceMeasurements.isSimulated(said.name());
        int times = isSimulated ? SIMULATED_TIMES : TIMES;
        var keepers =
                isSimulated
                        ? List.of(TimeSource.EVENTS)
                        : List.of(TimeSource.EVENTS, TimeSource.KERNEL);
        var points = new ArrayList<MeasuredPoint>();
        try (var scratch = CacheFlush.on(device);
                var bench =
                        new BenchmarkRunner(
                                device, isSimulated ? Clock.SIMULATED_DEVICE : Clock.DEVICE)) {
            var clocks = isSimulated ? bench.awaitSimulatedClocks() : bench.awaitStableClocks();
            Runnable before =
                    isSimulated
                            ? scratch::flush
                            : () -> {
                                scratch.flush();
                                bench.cleanCaches();
                            };
            for (var experiment : experiments) {
                var readings = new HashMap<Integer, LaunchDuration>();
                for (int size : experiment.sizes()) {
                    readings.put(size, bench.launch(experiment, size, times, before));
                }
                keepers.forEach(keeper -> points.addAll(points(experiment, readings, keeper)));
            }
            return new DeviceMeasurements(said.name(), said.driver(), clocks.text(), date, points)
                    .text();
        }
    }

    private static List<MeasuredPoint> points(
            KernelBenchmark experiment, Map<Integer, LaunchDuration> readings, TimeSource keeper) {
        return experiment.sizes(keeper).stream()
                .map(size ->
                        new MeasuredPoint(
                                experiment.name().experiment(),
                                size,
                                keeper,
                                experiment.value(readings, size, keeper)))
                .toList();
    }

    /// Compares the model of a device with measurements.
    ///
    /// @param modelling a device that models time
    /// @param model name of the modelled device
    /// @param source names the measurements in messages
    /// @param measured what [#measure] returned
    /// @return the table of errors: whole lines
    /// @throws UnusableMeasurementsException if the text is malformed or names unknown benchmarks
    public String compare(Device modelling, String model, String source, String measured) {
        var figures = DeviceMeasurements.parse(source, measured);
        try (var with = ModelEvaluation.of(modelling, model, experiments)) {
            var points = with.compare(with.known(source, figures.points()), Map.of());
            return ErrorTable.head(figures, model)
                    + ErrorTable.of(points)
                    + "no figure was fitted; 'held out' is the half that a fit leaves out\n"
                    + FigureEvidence.text();
        }
    }

    /// Fits the model of a device to half of the points, and compares it with all of them before
    /// and after.
    ///
    /// @param modelling a device that models time
    /// @param model name of the modelled device
    /// @param source names the measurements in messages
    /// @param measured what [#measure] returned
    /// @return the tables of errors and of fitted figures: whole lines
    /// @throws UnusableMeasurementsException if the text is malformed or names unknown benchmarks
    public String fit(Device modelling, String model, String source, String measured) {
        var figures = DeviceMeasurements.parse(source, measured);
        try (var with = ModelEvaluation.of(modelling, model, experiments)) {
            var known = with.known(source, figures.points());
            var before = with.compare(known, Map.of());
            var fitted = GaussNewtonFit.of(with, before);
            return ErrorTable.head(figures, model)
                    + "with the figures of the model's tables\n"
                    + ErrorTable.of(before)
                    + "with the figures that were fitted\n"
                    + ErrorTable.of(with.compare(known, fitted))
                    + FitReport.of(with.figures(), fitted);
        }
    }
}
