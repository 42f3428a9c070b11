package org.offloadtck.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.offloadtck.calibration.benchmark.DeviceMeasurements;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Subset;
import org.offloadtck.calibration.benchmark.KernelBenchmark.TimeSource;
import org.offloadtck.calibration.benchmark.MeasuredPoint;
import org.offloadtck.calibration.benchmark.MeasuredPoint.Comparison;
import org.offloadtck.calibration.benchmark.Sample;

class ErrorTableTest {

    private static final String CLOCKS = "1590 MHz measured";

    /// Points of one experiment: measured, then modelled.
    private static List<Comparison> points(long[] measured, long[] modelled) {
        return IntStream.range(0, measured.length)
                .mapToObj(i ->
                        new Comparison(
                                new MeasuredPoint("x", i, TimeSource.EVENTS, measured[i]),
                                modelled[i],
                                i % 2 == 0 ? Subset.FIT : Subset.HELD_OUT))
                .toList();
    }

    @Test
    void errorsArePartsOfWhatWasMeasuredAndToldOfEachHalf() {
        var points = points(new long[] {100, 100, 100, 100}, new long[] {110, 80, 130, 100});
        var table = ErrorTable.of(points);

        assertThat(table)
                .containsPattern("x +1 +100 ns +80 +-20.0 %")
                .containsPattern("all +4 +15.0 % +15.0 %")
                .containsPattern("fit to +2 +20.0 % +20.0 %")
                .containsPattern("held out +2 +10.0 % +10.0 %")
                .containsPattern("all by kernel +0 ");
    }

    @Test
    void aPointWhoseLaunchesDifferIsMarkedAndInNeitherHalf() {
        var steady = new MeasuredPoint("x", 1, TimeSource.EVENTS, new Sample(100, 2, 15));
        var unsteady = new MeasuredPoint("x", 2, TimeSource.EVENTS, new Sample(100, 20, 15));

        var table =
                ErrorTable.of(
                        List.of(
                                new Comparison(steady, 110, Subset.FIT),
                                new Comparison(unsteady, 300, Subset.UNSTEADY)));

        assertThat(table)
                .containsPattern("x +1 +100 ns +110 +10.0 %  2.0 % of 15\n")
                .containsPattern("x +2 +100 ns +300 +200.0 %  20.0 % of 15, unsteady: in no fit\n")
                .containsPattern("fit to +1 +10.0 %")
                .containsPattern("unsteady +1 +200.0 %");
    }

    @Test
    void whatASimulatorSaysOfItselfIsCalledThat() {
        var simulated =
                new DeviceMeasurements("Simulated NVIDIA T4", "1", CLOCKS, "2026-11-21", List.of());
        var hardware = new DeviceMeasurements("NVIDIA T4", "1", CLOCKS, "2026-11-21", List.of());

        assertThat(ErrorTable.head(simulated, "t4"))
                .isEqualTo(
                        """
                        model t4 against Simulated NVIDIA T4 (1, 2026-11-21)
                        clocks: 1590 MHz measured
                        these are measurements of a simulator, not of hardware
                        """);
        assertThat(ErrorTable.head(hardware, "t4")).hasLineCount(2);
    }

    @Test
    void whatIsKeptCanBeRead() {
        var point = new MeasuredPoint("copy", 4, TimeSource.KERNEL, 17);
        var measured =
                new DeviceMeasurements("NVIDIA H200", "12.6", CLOCKS, "2026-11-21", List.of(point));

        assertThat(DeviceMeasurements.parse("a.csv", measured.text())).isEqualTo(measured);
    }
}
