package org.offloadtck.conformance.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.ResultDocument.PlanPart;
import org.offloadtck.conformance.result.RunSubject;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;

/// A merge is complete or refused.
final class ShardMergeTest {

    private static final ShardPlan PLAN = PlanSamples.plan(9, 3);

    private static ShardResults file(String name, ResultDocument document) {
        return new ShardResults(name, () -> document);
    }

    private static ShardResults shard(int number) {
        return file("%d.json".formatted(number), PlanSamples.passed(PLAN, number));
    }

    private static ResultDocument merge(ShardResults... files) {
        return ShardMerge.merge("p.json", PLAN, List.of(files), UnaryOperator.identity());
    }

    private static void assertRefused(String message, ShardResults... files) {
        assertThatThrownBy(() -> merge(files))
                .isInstanceOf(DataException.class)
                .hasMessageContaining(message);
    }

    /// Another run of shard 1, in which its first result is another.
    private static ShardResults repeated(String name, Verdict verdict) {
        var document = PlanSamples.passed(PLAN, 1);
        var results = new ArrayList<>(document.results());
        results.set(0, results.getFirst().withVerdict(verdict));
        return file(name, with(document, results));
    }

    private static ResultDocument with(ResultDocument document, List<Result> results) {
        return PlanSamples.document(PlanSamples.KIT, document.circumstances().plan(), results);
    }

    @Test
    void isTheDocumentOfOneRunInAnyOrderOfTheFiles() {
        var whole = merge(file("all.json", PlanSamples.passed(PLAN, 0, 1, 2)));

        assertThat(merge(shard(2), shard(0), shard(1)).comparable().toJson())
                .isEqualTo(whole.comparable().toJson());
        assertThat(whole.results()).hasSize(9);
        assertThat(merge(shard(0), shard(1), shard(2)).circumstances().plan())
                .isEqualTo(ShardMerge.part(PLAN));
    }

    @Test
    void namesTheShardThatIsMissingAndItsCommand() {
        assertRefused(
                "p.json: shard 1: 3 cells have no result, from %s on: 'offload-tck run --plan p.json --shard 1' judges them"
                        .formatted(PLAN.shards().get(1).getFirst().key()),
                shard(0),
                shard(2));
    }

    @Test
    void refusesAFileWithoutOneOfItsCells() {
        var document = PlanSamples.passed(PLAN, 1);
        var cut = file("cut.json", with(document, document.results().subList(1, 3)));

        assertRefused("cut.json: ", shard(0), cut, shard(2));
        assertRefused("1 cells of shard 1 have no result, from this one on", cut);
    }

    @Test
    void refusesAResultOfAnotherShardAndOneOfNoCell() {
        var own = PlanSamples.passed(PLAN, 1);
        var more = new ArrayList<>(own.results());
        more.add(PlanSamples.passed(PLAN, 0).results().getFirst());
        var foreign = new ArrayList<>(own.results());
        foreign.add(PlanSamples.result(77, Verdict.pass()));

        assertRefused("no cell asks for, in shards [1] of p.json", file("x", with(own, more)));
        assertRefused("n=77", shard(0), shard(2), file("x.json", with(own, foreign)));
    }

    @Test
    void refusesResultsOfAnotherPlanOrOfNone() {
        var other = PlanSamples.plan(9, 2);

        assertRefused(
                "x.json: circumstances.plan: sha256 is %s when it should be %s, the plan p.json"
                        .formatted(other.sha256(), PLAN.sha256()),
                file("x.json", PlanSamples.passed(other, 0)));
        assertRefused(
                "y.json: circumstances: has no plan when it should have",
                file("y.json", PlanSamples.document(PlanSamples.KIT, PlanPart.NONE, List.of())));
    }

    @Test
    void refusesResultsOfAnotherKit() {
        var kit = new RunSubject.Kit("1.0", "other", "00ff", Map.of());
        var part = new PlanPart(PLAN.sha256(), List.of(0));

        assertRefused(
                "x.json: kit: commit is 'other' when it should be 'd762', as in the plan p.json",
                file("x.json", PlanSamples.document(kit, part, List.of())));
    }

    @Test
    void refusesAShardThatThePlanDoesNotHave() {
        var part = new PlanPart(PLAN.sha256(), List.of(3));

        assertRefused(
                "x.json: circumstances.plan: shards is [3] when each should be from 0 to 2",
                file("x.json", PlanSamples.document(PlanSamples.KIT, part, List.of())));
    }

    @Test
    void takesAShardThatRanTwiceAlike() {
        var once = merge(shard(0), shard(1), shard(2));
        var twice = merge(shard(0), shard(1), repeated("1b.json", Verdict.pass()), shard(2));

        assertThat(twice.comparable()).isEqualTo(once.comparable());
    }

    @Test
    void callsAResultFlakyThatFailedInOneOfTwoRuns() {
        var failure = Verdict.of(VerdictKind.FAIL_VALUE, "2 values differ");

        var merged = merge(shard(0), shard(1), repeated("1b.json", failure), shard(2));

        assertThat(merged.results())
                .filteredOn(result -> result.verdict().kind() != VerdictKind.PASS)
                .singleElement()
                .extracting(Result::verdict)
                .isEqualTo(new Verdict.Flaky(1, 2, "FAIL_VALUE: 2 values differ"));
    }

    @Test
    void refusesTwoRunsOfWhichOneJudgedNothing() {
        var verdict = Verdict.of(VerdictKind.UNSUPPORTED, "no device");

        assertRefused(
                "is UNSUPPORTED when it is PASS in 1.json: run its shard again and leave one of the files out",
                shard(0),
                shard(1),
                repeated("1b.json", verdict),
                shard(2));
    }

    @Test
    void refusesDevicesThatDescribeThemselvesDifferently() {
        var other =
                ResultDocument.parse(
                        new DataText(
                                "1.json",
                                PlanSamples.passed(PLAN, 1)
                                        .toJson()
                                        .replace("\"simulated\"", "\"another\"")));

        assertRefused(
                "1.json: sim:sm_75: is described as", shard(0), file("1.json", other), shard(2));
    }
}
