package org.offloadtck.reports.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.result.VerdictClass;

class RunHistoryTest {

    private static final FigureName CYCLES =
            new FigureName("zaxpy-cycles", "reference", "sim:sm_75", "cycles");
    private static final FigureName BYTES =
            new FigureName("zaxpy-bytes", "reference", "sim:sm_75", "bytes");

    private static PastRun run(
            String started, int held, int failed, Map<FigureName, Long> figures) {
        return new PastRun(
                "results-%d.json".formatted(9999 - held),
                started,
                "0.2.0 d7621adf",
                Map.of(VerdictClass.HELD, held, VerdictClass.UNEXPECTED, failed),
                new TreeMap<>(figures));
    }

    private static final RunHistory HISTORY =
            new RunHistory(
                    List.of(
                            run("2026-11-23T20:00:00Z", 2498, 1, Map.of(CYCLES, 5320L, BYTES, 64L)),
                            run("2026-11-22T20:00:00Z", 2497, 0, Map.of(CYCLES, 5319L, BYTES, 64L)),
                            run("2026-11-24T20:00:00Z", 2499, 0, Map.of(BYTES, 64L))));

    @Test
    void runsStandInTheOrderInWhichTheyStarted() {
        assertThat(HISTORY.counts(VerdictClass.HELD))
                .containsExactly(Optional.of(2497L), Optional.of(2498L), Optional.of(2499L));
        assertThat(HISTORY.classes()).containsExactly(VerdictClass.HELD, VerdictClass.UNEXPECTED);
    }

    @Test
    void aRunThatLacksAFigureHasNoValueOfIt() {
        assertThat(HISTORY.values(CYCLES))
                .containsExactly(Optional.of(5319L), Optional.of(5320L), Optional.empty());
    }

    @Test
    void theTextHasEveryRunAndTheFiguresThatMoved() {
        assertThat(HistoryText.of(HISTORY))
                .isEqualTo(
                        """
                        run               kit                   held      failed
                        2026-11-22 20:00  0.2.0 d7621adf       2,497           0
                        2026-11-23 20:00  0.2.0 d7621adf       2,498           1
                        2026-11-24 20:00  0.2.0 d7621adf       2,499           0

                        zaxpy-cycles of reference on sim:sm_75, in cycles
                          5,319 5,320 -

                        figures that are the same in all runs: 1
                        """);
    }

    @Test
    void aChartGoesFromZeroToTheLargestValue() {
        var chart = new Chart("t", List.of(Optional.of(0L), Optional.of(50L), Optional.of(100L)));

        assertThat(chart.lines()).containsExactly("8.0,112.0 500.0,60.0 992.0,8.0");
        assertThat(chart.most()).isEqualTo(100);
    }

    @Test
    void aMissingValueInterruptsTheLine() {
        var chart =
                new Chart(
                        "t",
                        List.of(
                                Optional.of(1L),
                                Optional.empty(),
                                Optional.of(1L),
                                Optional.of(1L)));

        assertThat(chart.lines()).hasSize(2);
        assertThat(chart.points()).hasSize(3);
    }

    @Test
    void aSeriesOfZeroesOrOfOneRunIsDrawnToo() {
        assertThat(new Chart("t", List.of(Optional.of(0L))).lines()).containsExactly("500.0,112.0");
        assertThat(new Chart("t", List.of(Optional.empty())).lines()).isEmpty();
    }
}
