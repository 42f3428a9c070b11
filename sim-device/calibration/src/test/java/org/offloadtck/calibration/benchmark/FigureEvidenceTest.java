package org.offloadtck.calibration.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimedDevice;

class FigureEvidenceTest {

    private static final List<DeviceSpec> DEVICES = DeviceSpec.all();

    private static KernelBenchmark experiment(String name) {
        return KernelBenchmarkSuite.all().stream()
                .filter(each -> each.name().experiment().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /// A figure that nobody measured needs an experiment or a reason, on the day that it comes into
    /// the table.
    @Test
    void everyAssumedFigureHasAnExperimentOrAReason() {
        var assumed =
                DEVICES.stream()
                        .flatMap(device -> TimedDevice.of(device).timing().assumed().stream())
                        .distinct()
                        .sorted()
                        .map(Quantity::word)
                        .toList();

        assertThat(FigureEvidence.ALL)
                .extracting(FigureEvidence::quantity)
                .containsExactlyElementsOf(assumed);
        assertThat(FigureEvidence.ALL)
                .allSatisfy(row -> assertThat(row.experiments()).isNotEmpty());
    }

    /// On each device that assumes a figure, half or twice as much changes the time of the
    /// experiment, unless the row says why it does not.
    @Test
    void theTimeOfAnExperimentDependsOnTheFigureThatItShows() {
        assertThat(DEVICES.stream().flatMap(FigureEvidenceTest::misplaced)).isEmpty();
    }

    private static Stream<String> misplaced(DeviceSpec device) {
        var timing = TimedDevice.of(device).timing();
        return FigureEvidence.ALL.stream()
                .filter(row -> timing.assumed().contains(Quantity.of(row.quantity())))
                .filter(row -> isFelt(device, row) != row.blindness().isEmpty())
                .map(row -> "%s of %s".formatted(row.quantity(), device.name()));
    }

    /// With a second-level cache that the largest size of an experiment exceeds.
    private static boolean isFelt(DeviceSpec spec, FigureEvidence row) {
        var device =
                spec.withL2(
                        Math.min(spec.memory().l2Bytes(), DeviceSpec.h100().memory().l2Bytes()));
        var quantity = Quantity.of(row.quantity());
        long value = TimedDevice.of(device).timing().value(quantity);
        var experiment = experiment(row.experiments().getFirst());
        // The second size, or the last one, which alone is larger than second-level caches.
        return Stream.of(experiment.sizes().get(1), experiment.sizes().getLast())
                .anyMatch(size -> isFelt(device, experiment, size, quantity, value));
    }

    private static boolean isFelt(
            DeviceSpec device,
            KernelBenchmark experiment,
            int size,
            Quantity quantity,
            long value) {
        long cycles = new ModelledKernel(device, Map.of()).cycles(experiment, size);
        return Stream.of(Math.max(1, value / 2), 2 * value)
                .anyMatch(other ->
                        new ModelledKernel(device, Map.of(quantity, other)).cycles(experiment, size)
                                != cycles);
    }
}
