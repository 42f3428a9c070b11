package org.offloadtck.calibration;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.calibration.benchmark.BenchmarkRunner;
import org.offloadtck.calibration.benchmark.CacheFlush;
import org.offloadtck.calibration.benchmark.DeviceMeasurements;
import org.offloadtck.calibration.benchmark.KernelBenchmark;
import org.offloadtck.calibration.benchmark.KernelBenchmark.TimeSource;
import org.offloadtck.calibration.benchmark.KernelBenchmarkSuite;
import org.offloadtck.calibration.benchmark.LaunchDuration;
import org.offloadtck.calibration.benchmark.MeasuredPoint;
import org.offloadtck.calibration.benchmark.UnusableMeasurementsException;
import org.offloadtck.plugin.Device;

/// Measures a device, holds the timing model against what was measured, and fits the one to the
/// other.
public final class Calibration {

    /// Launches at each size; the fastest counts, so that what else the host does does not.
    private static final int TIMES = 5;

    /// A simulated device takes the same time each time.
    private static final int SIMULATED_TIMES = 1;

    /// Sizes of [Extent#SMALL]: what a fit sees of two, and what it does not of one.
    private static final int FEW = 3;

    private final List<KernelBenchmark> experiments;

    private Calibration(List<KernelBenchmark> experiments) {
        this.experiments = experiments;
    }

    /// How much is measured.
    public enum Extent {
        /// Every experiment at its three smallest sizes.
        SMALL,
        /// At all its sizes.
        FULL
    }

    /// The experiments to carry out.
    ///
    /// @param names of experiments; none for all
    /// @throws UnusableMeasurementsException if there is no experiment of such a name
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

    /// Measures a device whose events are timed.
    ///
    /// Every launch finds empty caches. The clock that kernels read is not asked on a simulated
    /// device: it counts what is executed, not what that takes.
    ///
    /// @param date the day, to be kept with the figures
    /// @return the figures, as they are kept
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
                var bench = new BenchmarkRunner(device, BenchmarkRunner.Clock.DEVICE)) {
            for (var experiment : experiments) {
                var readings = new HashMap<Integer, LaunchDuration>();
                for (int size : experiment.sizes()) {
                    readings.put(size, bench.launch(experiment, size, times, scratch::flush));
                }
                keepers.forEach(keeper -> points.addAll(points(experiment, readings, keeper)));
            }
        }
        return new DeviceMeasurements(said.name(), said.driver(), date, points).text();
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

    /// Holds the model of a device against figures.
    ///
    /// @param modelling a device that times launches as on the device of that name
    /// @param source names the figures in messages
    /// @param measured what [#measure] returned
    /// @return the table of errors: whole lines
    /// @throws UnusableMeasurementsException if the figures are none, or of other experiments
    public String compare(Device modelling, String model, String source, String measured) {
        var figures = DeviceMeasurements.parse(source, measured);
        try (var with = ModelEvaluation.of(modelling, model, experiments)) {
            var points = with.compare(with.known(source, figures.points()), Map.of());
            return ErrorTable.head(figures, model)
                    + ErrorTable.of(points)
                    + "no figure was fitted; 'held out' is the half that a fit leaves out\n";
        }
    }

    /// Fits the model of a device to half of the figures, and holds it against all of them before
    /// and after.
    ///
    /// @param modelling a device that times launches as on the device of that name
    /// @param source names the figures in messages
    /// @param measured what [#measure] returned
    /// @return the tables of errors and what was moved: whole lines
    /// @throws UnusableMeasurementsException if the figures are none, or of other experiments
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
