package org.offloadtck.conformance.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.DeviceRecord;
import org.offloadtck.conformance.result.ExampleParameter;
import org.offloadtck.conformance.result.ImplementationIdentity;
import org.offloadtck.conformance.result.ImplementationRecord;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.ResultDocument.Circumstances;
import org.offloadtck.conformance.result.ResultDocument.PlanPart;
import org.offloadtck.conformance.result.ResultIdentity;
import org.offloadtck.conformance.result.RunSubject;
import org.offloadtck.conformance.result.ScenarioId;
import org.offloadtck.conformance.result.ScenarioRecord;
import org.offloadtck.conformance.result.Verdict;

/// A plan of scenarios `table.runs` with `n` from 0, and results of its shards.
final class PlanSamples {

    static final RunSubject.Kit KIT =
            new RunSubject.Kit("1.0", "d762", "00ff", Map.of("KL-10", "0a0b"));

    private static final ScenarioId SCENARIO = ScenarioId.of("table", "runs");

    private PlanSamples() {}

    static ShardPlan plan(int cells, int shards) {
        return ShardPlan.of(KIT, matrix(), cells(cells), shards);
    }

    static Matrix matrix() {
        return new Matrix(
                List.of(
                        new Matrix.Row(List.of(), List.of("sim"), List.of("llvm-16"), "@KL-01"),
                        new Matrix.Row(List.of("clang-16"), List.of(), List.of(), "")),
                List.of(suite()));
    }

    static TestSuite suite() {
        return new TestSuite(
                "my-tests",
                TestSuite.Runner.CTEST,
                List.of("t4", "h100"),
                List.of("--timing"),
                60,
                "/build",
                List.of(new TestSuite.Test("a.b", List.of("ctest", "-R", "^a.b$"))));
    }

    static List<PlannedCell> cells(int count) {
        return IntStream.range(0, count)
                .mapToObj(n ->
                        new PlannedCell(
                                identity(n, new DeviceIdentity("sim", "")).key(),
                                "",
                                ResourceClass.NONE,
                                1 + n % 7))
                .toList();
    }

    static ResultIdentity identity(int n, DeviceIdentity device) {
        return new ResultIdentity(
                SCENARIO,
                List.of(new ExampleParameter("n", String.valueOf(n))),
                "llvm-16",
                Stage.KERNEL_LAUNCH,
                ImplementationIdentity.REFERENCE,
                device);
    }

    static Result result(int n, Verdict verdict) {
        return new Result(
                identity(n, new DeviceIdentity("sim", "sm_75")),
                "The table runs",
                List.of("KL-01"),
                verdict,
                List.of());
    }

    /// What a run of shards finds in which everything passes.
    static ResultDocument passed(ShardPlan plan, Integer... shards) {
        var results = new ArrayList<Result>();
        for (int shard : shards) {
            for (var cell : plan.shards().get(shard)) {
                var number = cell.key().replaceFirst(".*n=(\\d+).*", "$1");
                results.add(result(Integer.parseInt(number), Verdict.pass()));
            }
        }
        return document(KIT, new PlanPart(plan.sha256(), List.of(shards)), results);
    }

    static ResultDocument document(RunSubject.Kit kit, PlanPart part, List<Result> results) {
        return new ResultDocument(
                new RunSubject(
                        kit,
                        RunSubject.Selection.ALL,
                        List.of(
                                new ImplementationRecord(
                                        ImplementationIdentity.REFERENCE, "the kit's own")),
                        List.of(
                                new DeviceRecord(
                                        new DeviceIdentity("sim", "sm_75"),
                                        DeviceRecord.Presence.PRESENT,
                                        "simulated"))),
                List.of(
                        new ScenarioRecord(
                                SCENARIO,
                                Stage.KERNEL_LAUNCH,
                                "The table runs",
                                "features/table.feature",
                                12,
                                List.of("Then it runs"))),
                results,
                new Circumstances("2026-11-23T00:00:00Z", 5, "host", List.of("run"), Map.of())
                        .of(part));
    }
}
