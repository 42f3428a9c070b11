package org.offloadtck.scenario.command;

import java.util.List;
import java.util.Map;

/// The shard that a process executes.
final class ShardNumber {

    /// The word that takes the number from the environment.
    static final String AUTO = "auto";

    /// Variables with the index of a task: sbatch(1) of Slurm 22.05, "Environment variables for job
    /// arrays"; Kubernetes 1.33, "Jobs", "Completion mode".
    private static final List<String> VARIABLES =
            List.of("SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX");

    private ShardNumber() {}

    /// The number that `word` denotes.
    ///
    /// @param count of the shards
    /// @throws IllegalArgumentException if it denotes none
    static int of(String word, int count, Map<String, String> environment) {
        if (!word.equals(AUTO)) {
            return number("--shard", word, "auto or a number", count);
        }
        var variable =
                VARIABLES.stream()
                        .filter(environment::containsKey)
                        .findFirst()
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "--shard is 'auto' and none of %s is set, when one of them should be"
                                                .formatted(String.join(", ", VARIABLES))));
        return number(variable, environment.getOrDefault(variable, ""), "a number", count);
    }

    private static int number(String source, String word, String kind, int count) {
        try {
            int number = Integer.parseInt(word);
            if (number >= 0 && number < count) {
                return number;
            }
        } catch (NumberFormatException _) {
            // The message is that for a number outside.
        }
        throw new IllegalArgumentException(
                "%s is '%s' when it should be %s from 0 to %d"
                        .formatted(source, word, kind, count - 1));
    }
}
