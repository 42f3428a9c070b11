package org.offloadtck.scenario.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ShardStateTest {

    private static SlurmTask task(int index, String state) {
        return new SlurmTask(index, state, "n1", "None");
    }

    @Test
    void resultsCountMoreThanWhatSlurmSays() {
        assertThat(ShardState.of(1, List.of(), List.of(task(0, "FAILED"))))
                .containsExactly(new ShardState.Judged());
    }

    @Test
    void aTaskThatRunsAgainIsActive() {
        var again = task(1, "RUNNING");

        assertThat(
                        ShardState.of(
                                3,
                                List.of(0, 1, 2),
                                List.of(task(1, "TIMEOUT"), again, task(0, "NODE_FAIL"))))
                .containsExactly(
                        new ShardState.Lost(task(0, "NODE_FAIL")),
                        new ShardState.Active(again),
                        new ShardState.Unknown());
    }

    @Test
    void theLastEndOfATaskIsTold() {
        assertThat(ShardState.of(1, List.of(0), List.of(task(0, "TIMEOUT"), task(0, "FAILED"))))
                .containsExactly(new ShardState.Lost(task(0, "FAILED")));
    }
}
