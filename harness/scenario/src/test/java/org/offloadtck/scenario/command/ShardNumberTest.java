package org.offloadtck.scenario.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

/// Where the number of a shard comes from.
final class ShardNumberTest {

    private static int number(String word, Map<String, String> environment) {
        return ShardNumber.of(word, 4, environment);
    }

    @Test
    void isTheWordOrTheIndexOfTheTask() {
        assertThat(number("3", Map.of("SLURM_ARRAY_TASK_ID", "1"))).isEqualTo(3);
        assertThat(number("auto", Map.of("SLURM_ARRAY_TASK_ID", "1"))).isEqualTo(1);
        assertThat(number("auto", Map.of("JOB_COMPLETION_INDEX", "0"))).isZero();
    }

    @Test
    void namesTheVariablesIfNoneIsSet() {
        assertThatThrownBy(() -> number("auto", Map.of()))
                .hasMessage(
                        "--shard is 'auto' and none of SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX is set, when one of them should be");
    }

    @Test
    void isANumberOfAShard() {
        assertThatThrownBy(() -> number("auto", Map.of("SLURM_ARRAY_TASK_ID", "4")))
                .hasMessage("SLURM_ARRAY_TASK_ID is '4' when it should be a number from 0 to 3");
        assertThatThrownBy(() -> number("auto", Map.of("JOB_COMPLETION_INDEX", "one")))
                .hasMessage("JOB_COMPLETION_INDEX is 'one' when it should be a number from 0 to 3");
        assertThatThrownBy(() -> number("-1", Map.of()))
                .hasMessage("--shard is '-1' when it should be auto or a number from 0 to 3");
    }
}
