package org.offloadtck.scenario.export;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.offloadtck.conformance.plan.ShardPlan;
import org.offloadtck.data.JsonObject;
import org.offloadtck.scenario.replay.ShellText;

/// The execution of a plan by Kubernetes 1.33 or later: an Indexed Job for each group of shards,
/// and a suspended Job for the merge, because a Job cannot wait for another.
///
/// Source: Kubernetes 1.33 documentation, "Jobs": "Completion mode", "Backoff limit per index",
/// "Suspending a Job"; Kubernetes API 1.33, batch/v1 Job.
///
/// @param image of the container with the kit
/// @param claim the PersistentVolumeClaim that all pods mount, with the plan
/// @param planFile the path of the plan in the claim
/// @param cpus of each pod
record KubernetesJobs(ShardPlan plan, String image, String claim, String planFile, int cpus) {

    private static final String FOLDER = "/offload-tck";

    private static final String VOLUME = "results";

    /// Further runs of a shard whose pod crashed, ran out of time or lost its node.
    private static final int RETRIES = 1;

    /// The documents, each of them a Job.
    List<JsonObject> documents() {
        var jobs = new ArrayList<JsonObject>();
        ShardGroup.of(plan).forEach(group -> jobs.add(shards(group)));
        jobs.add(merge());
        return jobs;
    }

    private JsonObject shards(ShardGroup group) {
        int count = group.shards().size();
        var spec =
                new JsonObject()
                        .put("completionMode", "Indexed")
                        .put("completions", count)
                        .put("parallelism", count)
                        .put("backoffLimitPerIndex", RETRIES)
                        .put("maxFailedIndexes", count)
                        .put("template", template(script(group), group.needsGpu(), group));
        return job(group.name(), spec);
    }

    /// The shard of the index of the pod; verdicts that are not the expected ones are no failure of
    /// the pod.
    private String script(ShardGroup group) {
        var numbers = group.shards().stream().map(String::valueOf).collect(Collectors.joining(" "));
        return """
        set -- %s
        shift "$JOB_COMPLETION_INDEX"
        offload-tck run --plan %s --shard "$1" --jobs %d --report %s/out || test $? = 1
        """
                .formatted(numbers, ShellText.quoted(FOLDER + "/" + planFile), cpus, FOLDER);
    }

    private JsonObject merge() {
        var script =
                "offload-tck merge %s %s/out --report %s/merged%n"
                        .formatted(ShellText.quoted(FOLDER + "/" + planFile), FOLDER, FOLDER);
        var spec =
                new JsonObject()
                        .put("suspend", true)
                        .put("backoffLimit", 0)
                        .put("template", pod(script, resources(false), new JsonObject()));
        return job("merge", spec);
    }

    private JsonObject template(String script, boolean gpu, ShardGroup group) {
        return pod(
                script,
                resources(gpu),
                new JsonObject().put("activeDeadlineSeconds", group.limit().toSeconds()));
    }

    private static JsonObject job(String name, JsonObject spec) {
        return new JsonObject()
                .put("apiVersion", "batch/v1")
                .put("kind", "Job")
                .put("metadata", new JsonObject().put("name", "offload-tck-" + name))
                .put("spec", spec);
    }

    private JsonObject pod(String script, JsonObject limits, JsonObject spec) {
        var container =
                new JsonObject()
                        .put("name", "offload-tck")
                        .put("image", image)
                        .putTexts("command", List.of("/bin/sh", "-c", script))
                        .put("resources", new JsonObject().put("limits", limits))
                        .putAll(
                                "volumeMounts",
                                List.of(
                                        new JsonObject()
                                                .put("name", VOLUME)
                                                .put("mountPath", FOLDER)));
        var volume =
                new JsonObject()
                        .put("name", VOLUME)
                        .put("persistentVolumeClaim", new JsonObject().put("claimName", claim));
        return new JsonObject()
                .put(
                        "spec",
                        spec.put("restartPolicy", "Never")
                                .putAll("containers", List.of(container))
                                .putAll("volumes", List.of(volume)));
    }

    private JsonObject resources(boolean gpu) {
        var limits = new JsonObject().put("cpu", String.valueOf(cpus));
        return gpu ? limits.put("nvidia.com/gpu", "1") : limits;
    }
}
