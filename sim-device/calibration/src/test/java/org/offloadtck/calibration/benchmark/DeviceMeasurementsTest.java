package org.offloadtck.calibration.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.calibration.benchmark.KernelBenchmark.TimeSource;

class DeviceMeasurementsTest {

    private static final DeviceMeasurements MEASURED =
            new DeviceMeasurements(
                    "NVIDIA H200",
                    "CUDA driver API 12.6",
                    "1980 MHz measured, stable",
                    "2026-11-26",
                    List.of(
                            new MeasuredPoint(
                                    "copy", 16, TimeSource.EVENTS, new Sample(54_321, 98, 15)),
                            new MeasuredPoint(
                                    "fma_chain", 51, TimeSource.KERNEL, new Sample(2150, 2, 15))));

    private static final String TEXT = MEASURED.text();

    /// Experiments that were added later; the H100 has their cycles in `instruction-costs.csv`.
    private static final Set<String> LATER =
            InstructionCostsTest.rows().stream()
                    .map(InstructionCostsTest.Row::experiment)
                    .collect(Collectors.toSet());

    /// What `calibrate` measured on 2026-11-26; `docs/hardware.md` compares it with the model.
    @ParameterizedTest
    @CsvSource({"h100,NVIDIA H100 80GB HBM3", "h200,NVIDIA H200"})
    void keptMeasurementsAreOfEachExperimentAndSteady(String model, String device)
            throws IOException {
        try (var in = getClass().getResourceAsStream("../%s/calibrate.csv".formatted(model))) {
            var text = new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
            var kept = DeviceMeasurements.parse(model, text);

            assertThat(kept.device()).isEqualTo(device);
            assertThat(kept.points())
                    .extracting(MeasuredPoint::experiment)
                    .containsAll(
                            KernelBenchmarkSuite.all().stream()
                                    .map(each -> each.name().experiment())
                                    .filter(not(LATER::contains))
                                    .toList());
            assertThat(kept.points().stream().filter(point -> !point.sample().isSteady()))
                    .hasSizeLessThan(kept.points().size() / 50);
        }
    }

    @Test
    void theFileHasWhatWasMeasuredAndWhere() {
        assertThat(TEXT)
                .isEqualTo(
                        """
                        # device: NVIDIA H200
                        # driver: CUDA driver API 12.6
                        # clocks: 1980 MHz measured, stable
                        # date: 2026-11-26
                        experiment,size,timekeeper,value,deviation,launches,unit
                        copy,16,events,54321,98,15,ns
                        fma_chain,51,kernel,2150,2,15,cycles
                        """);
        assertThat(DeviceMeasurements.parse("h200.csv", TEXT)).isEqualTo(MEASURED);
    }

    /// A file that was cut off is read up to its last whole row or refused, and nothing else.
    @Test
    void everyPrefixIsReadOrRefusedInALine() {
        for (int length = 0; length < TEXT.length(); length++) {
            requireReadOrRefused(TEXT.substring(0, length));
        }
    }

    @Test
    void everyFlippedBitIsReadOrRefusedInALine() {
        for (int at = 0; at < TEXT.length(); at++) {
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                var damaged = new StringBuilder(TEXT);
                damaged.setCharAt(at, (char) (TEXT.charAt(at) ^ 1 << bit));
                requireReadOrRefused(damaged.toString());
            }
        }
    }

    /// What is read says what is written there: a point is never made up.
    private static void requireReadOrRefused(String text) {
        try {
            var read = DeviceMeasurements.parse("damaged.csv", text);
            assertThat(read.points())
                    .allSatisfy(point ->
                            assertThat(text)
                                    .contains(point.experiment() + "," + point.size() + ","));
        } catch (UnusableMeasurementsException refusal) {
            assertThat(refusal).hasMessageStartingWith("damaged.csv:");
            assertThat(String.valueOf(refusal.getMessage()).split("[\\n\\r]")).hasSize(1);
        }
    }

    @Test
    void aRowOfTheWrongUnitOrWithANegativeDeviationIsRefused() {
        for (var row :
                List.of(
                        "copy,16,events,54321,98,15,cycles",
                        "copy,16,events,54321,-1,15,ns",
                        "copy,16,events,54321,98,0,ns",
                        "copy,16,events,54321,ns")) {
            assertThatThrownBy(() ->
                            DeviceMeasurements.parse(
                                    "bad.csv", TEXT.replace("copy,16,events,54321,98,15,ns", row)))
                    .isInstanceOf(UnusableMeasurementsException.class)
                    .hasMessage(
                            "bad.csv:6: '%s' is not a row of experiment,size,timekeeper,value,"
                                            .formatted(row)
                                    + "deviation,launches,unit");
        }
    }
}
