package org.offloadtck.calibration;

import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.offloadtck.calibration.benchmark.BenchmarkRunner;
import org.offloadtck.calibration.benchmark.BenchmarkRunner.Clock;
import org.offloadtck.calibration.benchmark.KernelBenchmarkSuite;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.LaunchMetric;
import org.offloadtck.plugin.Measurement;

/// What Nsight Compute counted of the seven kernels on an H200 (`h200/counters.csv`), against the
/// counters and cycles of the model.
class HardwareCountersTest {

    /// Larger launches take a minute together.
    private static final long MOST_WARP_INSTRUCTIONS = 5_000_000;

    private static final List<Comparison> COMPARISONS = new ArrayList<>();

    /// The launches of one row, hardware and model.
    private record Comparison(
            String kernel, Map<String, String> hardware, List<Measurement> model) {

        long hardware(String column) {
            return counter(hardware, column);
        }

        long model(LaunchMetric metric) {
            return model.stream()
                    .filter(each -> each.metric() == metric)
                    .mapToLong(Measurement::value)
                    .sum();
        }

        double cyclesRatio() {
            return (double) model(LaunchMetric.CYCLES) / hardware("cycles");
        }

        boolean hasAtomics() {
            return kernel.equals("reduce") || kernel.equals("histogram");
        }
    }

    @BeforeAll
    static void launch() {
        var lines = HardwareData.lines("h200/counters.csv");
        var columns = lines.getFirst().split(",", -1);
        try (var modelling = ModellingDevice.open()) {
            lines.stream()
                    .skip(1)
                    .map(line -> row(columns, line.split(",", -1)))
                    .filter(row -> counter(row, "warp_instructions") <= MOST_WARP_INSTRUCTIONS)
                    .forEach(row -> COMPARISONS.add(compare(modelling, row)));
        }
    }

    @AfterAll
    static void forget() {
        COMPARISONS.clear();
    }

    private static Map<String, String> row(String[] columns, String[] values) {
        return IntStream.range(0, columns.length)
                .boxed()
                .collect(Collectors.toMap(i -> columns[i], i -> values[i]));
    }

    private static long counter(Map<String, String> row, String column) {
        return Long.parseLong(Objects.requireNonNull(row.get(column)));
    }

    private static Comparison compare(Device modelling, Map<String, String> row) {
        var kernel = Objects.requireNonNull(row.get("kernel"));
        int grid = Integer.parseInt(Objects.requireNonNull(row.get("grid")).split("x", 2)[0]);
        var measured = new ArrayList<Measurement>();
        for (int size : sizes(kernel, grid)) {
            measured.addAll(launch(modelling, kernel, size));
        }
        return new Comparison(kernel, row, measured);
    }

    /// The sizes, as `calibrate` names them, of the launches with a grid.
    private static List<Integer> sizes(String kernel, int grid) {
        return switch (kernel) {
            case "saxpy", "reduce" -> List.of(Integer.numberOfTrailingZeros(256 * grid));
            case "histogram" -> List.of(14, 17, 20);
            case "nbody" -> List.of(256 * grid);
            default -> List.of(16 * grid);
        };
    }

    private static List<Measurement> launch(Device modelling, String kernel, int size) {
        var benchmark =
                KernelBenchmarkSuite.all().stream()
                        .filter(each -> each.name().experiment().equals(kernel))
                        .findFirst()
                        .orElseThrow();
        var recorded = new RecordedDevice(modelling);
        try (var runner = new BenchmarkRunner(recorded.device(), Clock.MODEL)) {
            runner.launch(benchmark, size, 1, () -> modelling.timeLaunches("h200"));
        }
        return recorded.measured();
    }

    @Test
    void loadsAndStoresTouchTheSectorsThatTheDeviceCounted() {
        var compared = COMPARISONS.stream().filter(not(Comparison::hasAtomics)).toList();

        assertThat(compared).hasSize(15);
        assertThat(compared)
                .allSatisfy(row ->
                        assertThat(row.model(LaunchMetric.GLOBAL_SECTORS))
                                .isEqualTo(
                                        row.hardware("load_sectors")
                                                + row.hardware("store_sectors")));
    }

    /// Beside its own data, a launch reads its code, constants and tables: up to 40 KB of them.
    @Test
    void memoryReadsWhatTheDeviceRead() {
        assertThat(COMPARISONS)
                .allSatisfy(row ->
                        assertThat(row.model(LaunchMetric.DRAM_READ))
                                .isCloseTo(row.hardware("dram_read"), within(40_000L)));
    }

    @Test
    void cyclesAreNearThoseOfTheDevice() {
        assertThat(COMPARISONS)
                .hasSize(19)
                .allSatisfy(row -> assertThat(row.cyclesRatio()).isBetween(0.74, 1.1));
        assertThat(COMPARISONS)
                .extracting(row -> Math.abs(row.cyclesRatio() - 1))
                .satisfies(errors ->
                        assertThat(errors.stream().mapToDouble(each -> each).sum() / errors.size())
                                .isLessThan(0.11));
    }
}
