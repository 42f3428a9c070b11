package org.offloadtck.scenario.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GithubWorkflowTest {

    private static String yaml(int gpu, int shards) {
        return new GithubWorkflow(ExportSamples.plan(gpu, shards), "my plan.json", "linux", "h100")
                .document()
                .toYaml();
    }

    private static JsonNode read(String yaml) throws IOException {
        return YAMLMapper.builder().build().readTree(yaml);
    }

    @Test
    void isAWorkflowByTheSchemaOfGithub() throws IOException {
        assertThat(WorkflowSchema.load().problems(read(yaml(4, 5)))).isEmpty();
        assertThat(WorkflowSchema.load().problems(read(yaml(0, 1)))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    runs-on           | run-on    | /jobs/
                    fail-fast: false  | fail-fast: soon | /fail-fast: is
                    jobs:             | job:      | /job: is no known field
                    workflow_dispatch | workflow  | /on
                    """)
    void theSchemaFindsAMistake(String sound, String mistake, String problem) throws IOException {
        var yaml = yaml(4, 5);
        assertThat(yaml).contains(sound);

        assertThat(WorkflowSchema.load().problems(read(yaml.replace(sound, mistake))))
                .anyMatch(each -> each.contains(problem));
    }

    @Test
    void shardsThatNeedAGpuRunElsewhere() throws IOException {
        var jobs = read(yaml(8, 5)).path("jobs");

        assertThat(jobs.path("shards").path("runs-on").asText()).isEqualTo("linux");
        assertThat(jobs.path("shards-gpu").path("runs-on").asText()).isEqualTo("h100");
        assertThat(jobs.path("shards").path("strategy").path("matrix").path("shard"))
                .extracting(JsonNode::asInt)
                .containsExactly(0, 1, 2);
        assertThat(jobs.path("shards-gpu").path("strategy").path("matrix").path("shard"))
                .extracting(JsonNode::asInt)
                .containsExactly(3, 4);
        assertThat(jobs.path("merge").path("needs"))
                .extracting(JsonNode::asText)
                .containsExactly("shards", "shards-gpu");
    }

    @Test
    void aMatrixHasAtMost256Jobs() {
        var plan = ExportSamples.plan(0, 257, 257);

        assertThatThrownBy(() -> new GithubWorkflow(plan, "p", "a", "b").document())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("shards is 257 when a matrix of GitHub should have at most 256 jobs");
    }
}
