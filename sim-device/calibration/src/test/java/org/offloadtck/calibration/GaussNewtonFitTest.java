package org.offloadtck.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.offloadtck.calibration.benchmark.KernelBenchmark;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Method;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Name;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Protocol;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Subset;
import org.offloadtck.calibration.benchmark.KernelBenchmark.TimeSource;
import org.offloadtck.calibration.benchmark.KernelBenchmarkSuite;
import org.offloadtck.calibration.benchmark.MeasuredPoint;
import org.offloadtck.calibration.benchmark.MeasuredPoint.Comparison;
import org.offloadtck.calibration.benchmark.Sample;
import org.offloadtck.calibration.benchmark.UnusableMeasurementsException;
import org.offloadtck.plugin.Device;

/// Points that the model made of itself with other figures are what a fit can be tried on: those
/// figures are known.
class GaussNewtonFitTest {

    private static final String T4 = "t4";

    /// Planted; the smallest step of a bandwidth is a thousandth.
    private static final long BANDWIDTH = 250_000;

    /// Sizes of each experiment.
    private static final int SIZES = 3;

    /// As wide as a T4 needs to be bound by its memory.
    private static final KernelBenchmark SMALL_COPY =
            new KernelBenchmark(
                    new Name("small_copy", "copy"),
                    KernelBenchmark.Module.ofCorpus(KernelBenchmarkSuite.MICRO),
                    new Method(TimeSource.EVENTS, Protocol.COLD),
                    List.of(2, 4, 6),
                    rounds -> KernelBenchmarkSuite.copy(48, rounds));

    private final Device device = ModellingDevice.open();

    @AfterEach
    void close() {
        device.close();
    }

    private ModelEvaluation model(String... names) {
        var wanted = List.of(names);
        return ModelEvaluation.of(
                device,
                T4,
                Stream.concat(KernelBenchmarkSuite.all().stream(), Stream.of(SMALL_COPY))
                        .filter(each -> wanted.contains(each.name().experiment()))
                        .map(each -> each.smallest(SIZES))
                        .toList());
    }

    /// What a device with those figures would say.
    private static List<MeasuredPoint> points(
            ModelEvaluation model, Map<String, Long> planted, LongUnaryOperator measured) {
        var asked =
                model.benchmarks().stream()
                        .flatMap(experiment ->
                                experiment.timeSources().stream()
                                        .flatMap(keeper ->
                                                experiment.sizes(keeper).stream()
                                                        .map(size ->
                                                                new MeasuredPoint(
                                                                        experiment
                                                                                .name()
                                                                                .experiment(),
                                                                        size,
                                                                        keeper,
                                                                        1))))
                        .toList();
        return model.compare(asked, planted).stream()
                .map(point ->
                        new MeasuredPoint(
                                point.point().experiment(),
                                point.point().size(),
                                point.point().timeSource(),
                                measured.applyAsLong(point.modelled())))
                .toList();
    }

    private static double worst(List<Comparison> points, Subset part) {
        return points.stream()
                .filter(point -> point.subset() == part)
                .mapToDouble(point -> Math.abs(point.relativeError()))
                .max()
                .orElseThrow();
    }

    @Test
    void figuresThatWerePlantedAreFoundAgain() {
        var planted =
                Map.of(
                        "shared_latency", 28L,
                        "l1_latency", 30L,
                        "l2_latency", 232L,
                        "dram_latency", 309L);
        try (var model =
                model("shared_1", "chase_l1", "chase_l2", "chase_dram", "nothing", "small_copy")) {
            var all = new HashMap<>(planted);
            all.put("dram_bandwidth", BANDWIDTH);
            all.put("kernel_launch", 3700L);
            var points = points(model, all, value -> value);
            var before = model.compare(points, Map.of());

            var fitted = GaussNewtonFit.of(model, before);

            assertThat(fitted)
                    .containsAllEntriesOf(planted)
                    .hasEntrySatisfying(
                            "dram_bandwidth",
                            found -> assertThat(found).isCloseTo(BANDWIDTH, withPercentage(0.1)))
                    .hasEntrySatisfying(
                            "kernel_launch",
                            found -> assertThat(found).isCloseTo(3700L, withPercentage(0.1)));
            assertThat(worst(before, Subset.HELD_OUT)).isGreaterThan(0.1);
            assertThat(worst(model.compare(points, fitted), Subset.HELD_OUT)).isLessThan(0.001);
        }
    }

    @Test
    void noFigureIsMovedBeyondWhatHasBeenPublished() {
        try (var model = model("shared_1")) {
            var points = points(model, Map.of(), value -> 2 * value);

            var fitted = GaussNewtonFit.of(model, model.compare(points, Map.of()));

            assertThat(fitted).containsEntry("shared_latency", 30L);
            assertThat(model.figures())
                    .filteredOn(figure -> fitted.containsKey(figure.name()))
                    .isNotEmpty()
                    .allSatisfy(figure ->
                            assertThat(fitted.get(figure.name()))
                                    .isBetween(figure.least(), figure.most()));
        }
    }

    @Test
    void aFigureThatNoPointDependsOnStaysWhereItIs() {
        try (var model = model("shared_1")) {
            var points = points(model, Map.of("shared_latency", 25L), value -> value);

            var fitted = GaussNewtonFit.of(model, model.compare(points, Map.of()));

            assertThat(fitted)
                    .containsEntry("shared_latency", 25L)
                    .doesNotContainKey("double_latency");
            assertThat(FitReport.of(model.figures(), fitted))
                    .containsPattern("shared_latency +23 +25  23 to 30: sjfeng1999")
                    .containsPattern("double_latency +45 +no effect  45 to 64: ")
                    .endsWith("offload-tck exec --timing --figure shared_latency=25\n");
        }
    }

    /// Half of the launches took twice as long: no fit sees such a point, however far off it is.
    @Test
    void pointsWhoseLaunchesDifferAreInNoFit() {
        var planted = Map.of("shared_latency", 25L);
        try (var model = model("shared_1", "chase_l1")) {
            var points =
                    points(model, planted, value -> value).stream()
                            .map(point ->
                                    point.experiment().equals("chase_l1") ? doubled(point) : point)
                            .toList();
            var compared = model.compare(points, Map.of());

            assertThat(compared)
                    .filteredOn(point -> point.point().experiment().equals("chase_l1"))
                    .isNotEmpty()
                    .allSatisfy(point -> assertThat(point.subset()).isEqualTo(Subset.UNSTEADY));
            assertThat(GaussNewtonFit.of(model, compared)).containsAllEntriesOf(planted);
        }
    }

    private static MeasuredPoint doubled(MeasuredPoint point) {
        return new MeasuredPoint(
                point.experiment(),
                point.size(),
                point.timeSource(),
                new Sample(2 * point.value(), point.value(), 15));
    }

    @Test
    void aFitToNothingIsRefused() {
        try (var model = model("shared_1")) {
            var points = points(model, Map.of(), value -> value);
            var heldOut =
                    model.compare(points, Map.of()).stream()
                            .filter(point -> point.subset() == Subset.HELD_OUT)
                            .toList();

            assertThat(heldOut).isNotEmpty();
            assertThatThrownBy(() -> GaussNewtonFit.of(model, heldOut))
                    .isInstanceOf(UnusableMeasurementsException.class)
                    .hasMessage("there is no point to fit to");
        }
    }
}
