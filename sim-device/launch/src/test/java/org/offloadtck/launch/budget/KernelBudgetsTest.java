package org.offloadtck.launch.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.data.DataException;

/// Budget files, and what becomes of the budgets.
class KernelBudgetsTest {

    private static final String FILE =
            """
            # What the solver may cost.
            - kernel: solve*
              device: t4
              metric: warp-instructions
              reference: 1000
              margin: 5
              source: counted on 2026-11-23
            - kernel: solve*
              device: t4
              metric: global-bytes-read
              reference: 4096
              source: counted on 2026-11-23
            """;

    private static KernelFigures figures(String kernel, long instructions, long bytes) {
        return new KernelFigures(
                kernel,
                Map.of(
                        KernelMetric.WARP_INSTRUCTIONS, instructions,
                        KernelMetric.GLOBAL_BYTES_READ, bytes),
                0);
    }

    @ParameterizedTest
    @CsvSource({"50, false", "51, true"})
    void sampledCyclesNeedAMarginThatCoversTheirError(long error, boolean isBroken) {
        var budgets =
                KernelBudgets.parse(
                        "budgets.yaml",
                        "- {kernel: k, device: t4, metric: cycles, reference: 1000, margin: 5,"
                                + " source: modelled}");
        var sampled = figures("k", 1, 1).withCycles(1000, error);

        var report = budgets.judge("t4", List.of(sampled));

        assertThat(report.isBroken()).isEqualTo(isBroken);
        assertThat(
                        report.text()
                                .contains(
                                        "NOT_MEASURED    cycles of k: the cycles are sampled, ± 51,"
                                                + " which the margin of 50 does not cover"))
                .isEqualTo(isBroken);
    }

    private static BudgetReport judged(KernelFigures... figures) {
        return KernelBudgets.parse("budgets.yaml", FILE).judge("t4", List.of(figures));
    }

    @ParameterizedTest
    @CsvSource({
        "950, 'offload-tck: 2 of 2 budgets kept\n'",
        "1050, 'offload-tck: 2 of 2 budgets kept\n'",
        "1051, 'offload-tck: 1 of 2 budgets kept\n  PERF_REGRESSED  warp-instructions of solve* is 1,051"
                + " when it should be at most 1,050 (+5.1 %)\n'",
        "949, 'offload-tck: 2 of 2 budgets kept\n  PERF_IMPROVED   warp-instructions of solve* is 949 when"
                + " the reference is 1,000 (-5.1 %): the reference should follow\n'",
    })
    void figuresMayDifferByTheMargin(long instructions, String text) {
        var report = judged(figures("solve_l5", instructions, 4096));

        assertThat(report.text()).isEqualTo(text);
        assertThat(report.isBroken()).isEqualTo(text.contains("REGRESSED"));
    }

    @Test
    void namesWhatMovedMost() {
        assertThat(judged(figures("solve_l5", 1100, 8192)).text())
                .isEqualTo(
                        """
                        offload-tck: 0 of 2 budgets kept
                          PERF_REGRESSED  warp-instructions of solve* is 1,100 when it should be at most 1,050 (+10.0 %); global-bytes-read moved most (+100.0 %)
                          PERF_REGRESSED  global-bytes-read of solve* is 8,192 when it should be at most 4,096 (+100.0 %)
                        """);
    }

    @Test
    void figuresOfKernelsOfOneNameAreAdded() {
        assertThat(judged(figures("solve_l5", 600, 4000), figures("solve_l9", 400, 96)).isBroken())
                .isFalse();
    }

    @Test
    void aBudgetWithoutAFigureIsNotKept() {
        var report = judged(figures("other", 1, 1));

        assertThat(report.isBroken()).isTrue();
        assertThat(report.text())
                .startsWith("offload-tck: 0 of 2 budgets kept\n")
                .contains(
                        "NOT_MEASURED    warp-instructions of solve*: no kernel of this name ran");
        assertThat(
                        KernelBudgets.parse(
                                        "budgets.yaml", FILE.replace("global-bytes-read", "cycles"))
                                .judge("t4", List.of(figures("solve", 1000, 0)))
                                .text())
                .contains("cycles of solve*: the device did not take this figure");
    }

    @Test
    void aFileWithoutABudgetForTheDeviceIsNotKept() {
        var report = KernelBudgets.parse("budgets.yaml", FILE).judge("h200", List.of());

        assertThat(report.isBroken()).isTrue();
        assertThat(report.text()).isEqualTo("offload-tck: no budget is for the device h200\n");
    }

    @Test
    void withoutAFileNothingIsSaid() {
        var report = KernelBudgets.NONE.judge("t4", List.of(figures("solve", 1, 1)));

        assertThat(report.isBroken()).isFalse();
        assertThat(report.text()).isEmpty();
    }

    @Test
    void whatWasNothingHasGrownWithoutBound() {
        var zero = FILE.replace("reference: 4096", "reference: 0");

        assertThat(
                        KernelBudgets.parse("budgets.yaml", zero)
                                .judge("t4", List.of(figures("solve", 1051, 8)))
                                .text())
                .contains("(the reference is 0)")
                .contains("global-bytes-read moved most (the reference is 0)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "reference: 1000/reference: -1/budgets.yaml: row 1: reference is -1 when it should be 0 or more",
                "margin: 5/margin: 101/budgets.yaml: row 1: margin is 101 when it should be from 0 to 100 per cent",
                "metric: warp-instructions/metric: speed/budgets.yaml: row 1: metric is",
                "source: counted/sauce: counted/budgets.yaml: row 1: ",
                "kernel: solve*/kernel: ''/budgets.yaml: row 1: a pattern is empty",
            })
    void aWrongRowIsReported(String change) {
        var words = change.split("/", -1);

        assertThatThrownBy(() ->
                        KernelBudgets.parse(
                                "budgets.yaml",
                                FILE.replaceFirst(words[0].replace("*", "\\*"), words[1])))
                .isInstanceOf(DataException.class)
                .hasMessageContaining(words[2]);
    }

    @Test
    void aFileWithoutARowIsRefused() {
        assertThatThrownBy(() -> KernelBudgets.parse("budgets.yaml", "[]"))
                .hasMessage("budgets.yaml: document: has no row when it should have a budget");
    }

    @Test
    void noPrefixIsReadAsAnotherFileOrFailsOtherwise() {
        int read = 0;
        for (int length = 0; length < FILE.length(); length++) {
            try {
                read +=
                        KernelBudgets.parse("budgets.yaml", FILE.substring(0, length))
                                .budgets()
                                .size();
            } catch (DataException expected) {
                assertThat(expected).hasMessageStartingWith("budgets.yaml");
            }
        }
        assertThat(read).isPositive();
    }
}
