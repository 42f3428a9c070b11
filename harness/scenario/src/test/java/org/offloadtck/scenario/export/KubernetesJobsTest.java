package org.offloadtck.scenario.export;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.google.gson.JsonParser;
import io.kubernetes.client.openapi.models.V1Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Validated by the classes that Kubernetes' own client has of its API, generated from its OpenAPI
/// description.
final class KubernetesJobsTest {

    @TempDir private Path folder = Path.of("");

    private static List<JsonNode> documents(int gpu, int shards) throws IOException {
        var jobs =
                new KubernetesJobs(
                        ExportSamples.plan(gpu, shards), "registry/kit:1", "results", "p.json", 3);
        var documents = new ArrayList<JsonNode>();
        for (var job : jobs.documents()) {
            documents.add(YAMLMapper.builder().build().readTree(job.toYaml()));
        }
        return documents;
    }

    private static JsonNode container(JsonNode job) {
        return job.path("spec").path("template").path("spec").path("containers").path(0);
    }

    @Test
    void areJobsByTheApiOfKubernetes() throws IOException {
        assertThat(documents(4, 5)).hasSize(3);
        for (var document : documents(4, 5)) {
            assertThatCode(() ->
                            V1Job.validateJsonElement(JsonParser.parseString(document.toString())))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void theApiFindsAMistake() throws IOException {
        var job = documents(4, 5).getFirst().toString();

        for (var field :
                List.of("completionMode", "activeDeadlineSeconds", "claimName", "mountPath")) {
            assertThat(job).contains(field);
            assertThatThrownBy(() ->
                            V1Job.validateJsonElement(
                                    JsonParser.parseString(job.replace(field, field + "s"))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(field + "s");
        }
    }

    @Test
    void onlyShardsThatNeedAGpuAskForOne() throws IOException {
        assertThat(documents(4, 5))
                .extracting(job ->
                        container(job).path("resources").path("limits").has("nvidia.com/gpu"))
                .containsExactly(false, true, false);
        assertThat(documents(4, 5))
                .extracting(job -> job.path("metadata").path("name").asText())
                .containsExactly(
                        "offload-tck-shards", "offload-tck-shards-gpu", "offload-tck-merge");
    }

    /// The commands are executed with a script in the place of the kit, which prints its words and
    /// exits as a run whose verdicts are not the expected ones.
    @Test
    void eachIndexRunsAnotherShard() throws Exception {
        var kit =
                Files.writeString(
                        folder.resolve("offload-tck"), "#!/bin/sh\necho \"$@\"\nexit 1\n");
        assertThat(kit.toFile().setExecutable(true)).isTrue();
        var ran = new ArrayList<String>();
        for (var job : documents(8, 5).subList(0, 2)) {
            for (int index = 0; index < job.path("spec").path("completions").asInt(); index++) {
                ran.add(execute(container(job).path("command").path(2).asText(), index));
            }
        }

        assertThat(ran)
                .containsExactlyInAnyOrderElementsOf(
                        List.of("0", "1", "2", "3", "4").stream()
                                .map(shard ->
                                        "run --plan /offload-tck/p.json --shard %s --jobs 3 --report /offload-tck/out\n"
                                                .formatted(shard))
                                .toList());
    }

    private String execute(String script, int index) throws Exception {
        var builder = new ProcessBuilder("/bin/sh", "-c", script).redirectErrorStream(true);
        builder.environment().put("PATH", folder + ":/usr/bin:/bin");
        builder.environment().put("JOB_COMPLETION_INDEX", String.valueOf(index));
        var process = builder.start();
        var output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
