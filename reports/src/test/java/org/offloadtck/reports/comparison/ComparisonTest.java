package org.offloadtck.reports.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.offloadtck.reports.comparison.Snapshots.facts;
import static org.offloadtck.reports.comparison.Snapshots.result;
import static org.offloadtck.reports.comparison.Snapshots.snapshot;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {

    @ParameterizedTest(name = "{0} -> {1}: {2}")
    @CsvSource({
        "PASS, FAIL_LINK, REGRESSED, true",
        "PASS, CRASH(SIGSEGV), REGRESSED, true",
        "PASS, HARNESS_ERROR, REGRESSED, true",
        "XFAIL(W1), FAIL_LINK, REGRESSED, true",
        "XFAIL(W1), XPASS(W1), REGRESSED, true",
        "EXCLUDED(E1), FAIL_VALUE, REGRESSED, true",
        "NOT_RUN, FAIL_VALUE, REGRESSED, true",
        "PASS, PERF_REGRESSED, REGRESSED, true",
        "PASS, FLAKY(1/3), FLAKY, true",
        "FAIL_VALUE, FLAKY(1/3), FLAKY, true",
        "FLAKY(1/3), FLAKY(2/3), CHANGED, false",
        "PASS, UNSUPPORTED, NOT_JUDGED, true",
        "FAIL_LINK, NOT_RUN, NOT_JUDGED, true",
        "UNSUPPORTED, NOT_RUN, CHANGED, false",
        "FAIL_LINK, PASS, FIXED, false",
        "FLAKY(1/3), PASS, FIXED, false",
        "HARNESS_ERROR, PASS, FIXED, false",
        "FAIL_LINK, XFAIL(W1), CHANGED, false",
        "FAIL_LINK, CRASH(SIGSEGV), CHANGED, false",
        "UNSUPPORTED, PASS, CHANGED, false",
        "PASS, PERF_IMPROVED, CHANGED, false",
    })
    void aVerdictThatDiffersIsOfOneKind(
            String was, String is, ChangeKind kind, boolean isRegression) {
        var comparison =
                Comparison.of(snapshot(facts(), result(was)), snapshot(facts(), result(is)));

        assertThat(comparison.changes()).extracting(Change::kind).containsExactly(kind);
        assertThat(comparison.hasRegressions()).isEqualTo(isRegression);
        assertThat(comparison.unchanged()).isZero();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"PASS", "FAIL_LINK", "XFAIL(W1)", "NOT_RUN", "FLAKY(1/3)"})
    void aVerdictThatIsTheSameIsNoChange(String verdict) {
        var comparison =
                Comparison.of(
                        snapshot(facts(), result(verdict)), snapshot(facts(), result(verdict)));

        assertThat(comparison.changes()).isEmpty();
        assertThat(comparison.hasRegressions()).isFalse();
        assertThat(comparison.unchanged()).isOne();
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource({
        "KIT, '', kit",
        "CATALOGUE, '', catalogue",
        "REQUIREMENT, OE-01, requirement OE-01",
        "SCENARIO, table.runs, scenario table.runs",
        "IMPLEMENTATION, clang-16, implementation clang-16",
        "DEVICE, sim:sm_75, device sim:sm_75",
        "SELECTION, '', selection",
        "WAIVERS, '', waivers",
        "SEED, '', seed",
        "HOST, '', host",
        "REQUIREMENT, OE-02, nothing that both runs recorded differs",
        "SCENARIO, table.names, nothing that both runs recorded differs",
        "IMPLEMENTATION, clang-19, nothing that both runs recorded differs",
        "DEVICE, opencl:pocl, nothing that both runs recorded differs",
    })
    void aChangeNamesWhatItsResultDependsOn(Aspect aspect, String name, String because) {
        var comparison =
                Comparison.of(
                        snapshot(facts(), result("PASS")),
                        snapshot(facts(aspect, name, "another"), result("FAIL_LINK")));

        assertThat(comparison.changes().getFirst().because()).isEqualTo(because);
        assertThat(comparison.differences()).hasSize(1);
    }

    @Test
    void aDeviceThatIsGoneIsACause() {
        var facts = facts();
        facts.remove(new Fact(Aspect.DEVICE, "sim:sm_75"));

        var comparison = Comparison.of(snapshot(facts(), result("PASS")), snapshot(facts));

        assertThat(comparison.changes().getFirst().kind()).isEqualTo(ChangeKind.LOST);
        assertThat(comparison.changes().getFirst().because()).isEqualTo("device sim:sm_75");
        assertThat(comparison.differences().getFirst().text())
                .isEqualTo("device sim:sm_75: 'simulated, 40 SMs' -> 'not there'");
    }

    @Test
    void aResultThatIsMissingIsLostIfItsScenarioTookPartAsBefore() {
        var old = snapshot(facts(), result("PASS"));

        for (var now : List.of(facts(), facts(Aspect.KIT, "", "0.3.0 (00000000)"))) {
            var lost = Comparison.of(old, snapshot(now));
            assertThat(lost.changes()).extracting(Change::kind).containsExactly(ChangeKind.LOST);
            assertThat(lost.hasRegressions()).isTrue();
        }
    }

    @Test
    void aResultThatIsMissingIsRemovedIfItWasNotAskedForOrItsScenarioIsAnother() {
        var old = snapshot(facts(), result("PASS"));
        var gone = facts();
        gone.remove(new Fact(Aspect.SCENARIO, "table.runs"));

        for (var now :
                List.of(
                        gone,
                        facts(Aspect.SELECTION, "", "--tags @OE-02"),
                        facts(Aspect.SCENARIO, "table.runs", "99"))) {
            var removed = Comparison.of(old, snapshot(now));
            assertThat(removed.changes())
                    .extracting(Change::kind)
                    .containsExactly(ChangeKind.REMOVED);
            assertThat(removed.hasRegressions()).isFalse();
        }
    }

    @Test
    void aResultThatTheOldRunLacksIsNew() {
        var comparison = Comparison.of(snapshot(facts()), snapshot(facts(), result("FAIL_LINK")));

        assertThat(comparison.changes()).extracting(Change::kind).containsExactly(ChangeKind.NEW);
        assertThat(comparison.changes().getFirst().text()).isEqualTo("none -> FAIL_LINK");
        assertThat(comparison.hasRegressions()).isFalse();
    }

    @Test
    void aFigureThatDiffersIsABudgetThatMoved() {
        var comparison =
                Comparison.of(
                        snapshot(facts(), result("PASS").with("cycles", 5319).with("bytes", 64)),
                        snapshot(facts(), result("PASS").with("cycles", 5320).with("bytes", 64)));

        assertThat(comparison.changes())
                .extracting(Change::kind, Change::key, Change::text)
                .containsExactly(
                        tuple(
                                ChangeKind.BUDGET_MOVED,
                                "cycles of " + Snapshots.KEY,
                                "5,319 -> 5,320"));
        assertThat(comparison.hasRegressions()).isFalse();
        assertThat(comparison.unchanged()).isOne();
    }

    @Test
    void aRequirementWhoseHashDiffersIsReworded() {
        var comparison =
                Comparison.of(
                        snapshot(facts(), result("PASS")),
                        snapshot(facts(Aspect.REQUIREMENT, "OE-02", "99"), result("PASS")));

        assertThat(comparison.changes())
                .extracting(Change::kind, Change::key)
                .containsExactly(tuple(ChangeKind.REWORDED, "OE-02"));
    }

    @Test
    void theTextNamesEachChangeWithItsCauses() {
        var facts = facts(Aspect.IMPLEMENTATION, "clang-16", "clang version 16.0.7");
        var comparison =
                Comparison.of(
                        snapshot(facts(), result("PASS")), snapshot(facts, result("FAIL_LINK")));

        assertThat(ComparisonText.of(comparison))
                .isEqualTo(
                        """
                        old  a run
                        new  a run

                        What differs
                          implementation clang-16: 'clang version 16.0.6' -> 'clang version 16.0.7'

                        Regressed: 1
                          The table runs
                            %s
                            PASS -> FAIL_LINK
                            may be because of: implementation clang-16

                        0 results are as before
                        """
                                .formatted(Snapshots.KEY));
    }
}
