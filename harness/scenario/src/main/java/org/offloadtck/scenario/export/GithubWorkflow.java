package org.offloadtck.scenario.export;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.conformance.plan.ShardPlan;
import org.offloadtck.data.JsonObject;
import org.offloadtck.scenario.replay.ShellText;

/// The execution of a plan by GitHub: a matrix of jobs for each group of shards, and a job for the
/// merge. The kit and the plan are in the repository.
///
/// Source: GitHub documentation, "Workflow syntax for GitHub Actions", of November 2026.
///
/// @param planFile the path of the plan in the repository
/// @param runner the label of machines without a GPU
/// @param gpuRunner the label of machines with one
record GithubWorkflow(ShardPlan plan, String planFile, String runner, String gpuRunner) {

    /// The most jobs of a matrix ("Actions limits", "Job matrix").
    private static final int MOST_JOBS = 256;

    private static final String FOLDER = "out";

    private static final String CHECKOUT = "actions/checkout@v4";

    /// The workflow.
    ///
    /// @throws IllegalArgumentException if there are more shards than a matrix may have jobs
    JsonObject document() {
        var groups = ShardGroup.of(plan);
        var jobs = new JsonObject();
        for (var group : groups) {
            if (group.shards().size() > MOST_JOBS) {
                throw new IllegalArgumentException(
                        "shards is %d when a matrix of GitHub should have at most %d jobs"
                                .formatted(group.shards().size(), MOST_JOBS));
            }
            jobs.put(group.name(), shards(group));
        }
        jobs.put("merge", merge(groups));
        return new JsonObject()
                .put("name", "offload-tck")
                .putTexts("on", List.of("push", "workflow_dispatch"))
                .put("jobs", jobs);
    }

    private JsonObject shards(ShardGroup group) {
        var strategy =
                new JsonObject()
                        .put("fail-fast", false)
                        .put("matrix", new JsonObject().putNumbers("shard", group.shards()));
        var run =
                "./offload-tck run --plan %s --shard ${{ matrix.shard }} --report %s || test $? = 1"
                        .formatted(ShellText.quoted(planFile), FOLDER);
        return new JsonObject()
                .put("runs-on", group.needsGpu() ? gpuRunner : runner)
                .put("timeout-minutes", group.limit().toMinutes())
                .put("strategy", strategy)
                .putAll(
                        "steps",
                        List.of(
                                uses(CHECKOUT, new JsonObject()),
                                new JsonObject().put("run", run),
                                uses(
                                        "actions/upload-artifact@v4",
                                        new JsonObject()
                                                .put("name", "shard-${{ matrix.shard }}")
                                                .put("path", FOLDER))));
    }

    private JsonObject merge(List<ShardGroup> groups) {
        var steps = new ArrayList<JsonObject>();
        steps.add(uses(CHECKOUT, new JsonObject()));
        steps.add(
                uses(
                        "actions/download-artifact@v4",
                        new JsonObject()
                                .put("path", FOLDER)
                                .put("pattern", "shard-*")
                                .put("merge-multiple", true)));
        steps.add(
                new JsonObject()
                        .put(
                                "run",
                                "./offload-tck merge %s %s --report merged"
                                        .formatted(ShellText.quoted(planFile), FOLDER)));
        steps.add(
                uses(
                                "actions/upload-artifact@v4",
                                new JsonObject().put("name", "report").put("path", "merged"))
                        .put("if", "always()"));
        return new JsonObject()
                .put("runs-on", runner)
                .putTexts("needs", groups.stream().map(ShardGroup::name).toList())
                .put("if", "!cancelled()")
                .putAll("steps", steps);
    }

    private static JsonObject uses(String action, JsonObject with) {
        var step = new JsonObject().put("uses", action);
        return with.isEmpty() ? step : step.put("with", with);
    }
}
