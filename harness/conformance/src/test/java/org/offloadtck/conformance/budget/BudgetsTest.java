package org.offloadtck.conformance.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.offloadtck.conformance.result.VerdictKind.HARNESS_ERROR;
import static org.offloadtck.conformance.result.VerdictKind.PASS;
import static org.offloadtck.conformance.result.VerdictKind.PERF_IMPROVED;
import static org.offloadtck.conformance.result.VerdictKind.PERF_REGRESSED;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.Evidence.Measurements;
import org.offloadtck.conformance.result.Metric;
import org.offloadtck.conformance.result.Metric.Exactness;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;

class BudgetsTest {

    private static final DeviceIdentity DEVICE = new DeviceIdentity("sim", "sm_75");

    private static final String ROW =
            """
            - id: zaxpy-sim-instructions
              subject: zaxpy/clang-16-O2
              device: sim:sm_75
              metric: thread-instructions
              value: 4711
              unit: instructions
              source: measured
            """;

    @ParameterizedTest
    @CsvSource({"4711, PASS", "4712, PERF_REGRESSED", "4710, PERF_IMPROVED"})
    void holdsAnExactFigureExactly(long value, VerdictKind outcome) {
        var lines = load(ROW).judge(measured(value, "instructions", Exactness.EXACT), DEVICE);

        assertThat(lines)
                .singleElement()
                .satisfies(line -> assertThat(line.outcome()).isEqualTo(outcome));
    }

    @ParameterizedTest
    @CsvSource({"4711, PASS", "4712, PERF_IMPROVED", "4710, PERF_REGRESSED"})
    void aFigureOfWhichMoreIsBetterRegressesDownwards(long value, VerdictKind outcome) {
        var lines =
                load(ROW + "  better: more\n")
                        .judge(measured(value, "instructions", Exactness.EXACT), DEVICE);

        assertThat(Budgets.verdict(lines).kind()).isEqualTo(outcome);
    }

    @Test
    void namesEachFigureThatRegressed() {
        var bytes = ROW.replace("instructions", "bytes").replace("4711", "12");
        var measured =
                new Measurements(
                        "zaxpy/clang-16-O2",
                        List.of(
                                new Metric(
                                        "thread-instructions",
                                        4720,
                                        "instructions",
                                        Exactness.EXACT),
                                new Metric("thread-bytes", 24, "bytes", Exactness.EXACT)));

        assertThat(Budgets.verdict(load(ROW + bytes).judge(measured, DEVICE)).reason())
                .isEqualTo(
                        "thread-instructions is 4720 instructions when the budget is 4711 (+9);"
                                + " thread-bytes is 24 bytes when the budget is 12 (+12)");
    }

    @ParameterizedTest
    @CsvSource({"90, PASS", "110, PASS", "111, PERF_REGRESSED", "89, PERF_IMPROVED"})
    void holdsASampledFigureWithinItsMargin(long value, VerdictKind outcome) {
        var budgets = load(ROW.replace("4711", "100\n  margin: 10"));

        var lines = budgets.judge(measured(value, "instructions", Exactness.SAMPLED), DEVICE);

        assertThat(lines)
                .singleElement()
                .satisfies(line -> assertThat(line.outcome()).isEqualTo(outcome));
    }

    @Test
    void refusesToHoldASampledFigureExactly() {
        var lines = load(ROW).judge(measured(4711, "instructions", Exactness.SAMPLED), DEVICE);

        assertThat(Budgets.verdict(lines).kind()).isEqualTo(HARNESS_ERROR);
    }

    @Test
    void refusesAFigureInAnotherUnit() {
        var lines = load(ROW).judge(measured(4711, "cycles", Exactness.EXACT), DEVICE);

        assertThat(Budgets.verdict(lines).kind()).isEqualTo(HARNESS_ERROR);
    }

    @Test
    void givesBothNumbersInTheReason() {
        var lines = load(ROW).judge(measured(4720, "instructions", Exactness.EXACT), DEVICE);

        assertThat(Budgets.verdict(lines).text())
                .isEqualTo(
                        "PERF_REGRESSED: thread-instructions is 4720 instructions"
                                + " when the budget is 4711 (+9)");
    }

    @Test
    void letsARegressionDecideBeforeAnImprovement() {
        var budgets = load(ROW + ROW.replace("zaxpy-sim-i", "second-i").replace("4711", "4000"));

        var lines = budgets.judge(measured(4500, "instructions", Exactness.EXACT), DEVICE);

        assertThat(lines).extracting("outcome").containsExactly(PERF_IMPROVED, PERF_REGRESSED);
        assertThat(Budgets.verdict(lines).kind()).isEqualTo(PERF_REGRESSED);
    }

    @Test
    void passesWhenNothingIsBudgetedForTheDevice() {
        var measured = measured(1, "instructions", Exactness.EXACT);

        assertThat(Budgets.verdict(load(ROW).judge(measured, DeviceIdentity.NONE)).kind())
                .isEqualTo(PASS);
    }

    @Test
    void tellsOfABudgetWhoseFigureWasNotTaken() {
        var nothing = new Measurements("zaxpy/clang-16-O2", List.of());

        assertThat(load(ROW).unmeasured(nothing, DEVICE))
                .extracting(Budget::id)
                .containsExactly("zaxpy-sim-instructions");
    }

    @Test
    void refusesTwoBudgetsOfOneId() {
        assertThatThrownBy(() -> load(ROW + ROW))
                .isInstanceOf(DataException.class)
                .hasMessage("b.yaml: zaxpy-sim-instructions: id is taken by an earlier row");
    }

    @Test
    void refusesAMarginOverTheWholeValue() {
        assertThatThrownBy(() -> load(ROW.replace("4711", "100\n  margin: 101")))
                .hasMessageStartingWith("b.yaml: zaxpy-sim-instructions: margin is 101 % when");
    }

    private static Budgets load(String yaml) {
        return Budgets.load(new DataText("b.yaml", yaml));
    }

    private static Measurements measured(long value, String unit, Exactness exactness) {
        return new Measurements(
                "zaxpy/clang-16-O2",
                List.of(new Metric("thread-instructions", value, unit, exactness)));
    }
}
