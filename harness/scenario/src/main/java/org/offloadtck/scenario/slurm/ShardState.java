package org.offloadtck.scenario.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What became of a shard.
sealed interface ShardState {

    /// Its results are there.
    record Judged() implements ShardState {}

    /// Its task waits or runs.
    record Active(SlurmTask task) implements ShardState {}

    /// Its task ended, and there are no results.
    ///
    /// @param task as Slurm remembers it
    record Lost(SlurmTask task) implements ShardState {}

    /// There are no results, and Slurm remembers no task.
    record Unknown() implements ShardState {}

    /// The states of all shards.
    ///
    /// @param count of the shards
    /// @param lacking the shards without results
    /// @param tasks of all attempts, in the order of time
    static List<ShardState> of(int count, List<Integer> lacking, List<SlurmTask> tasks) {
        var states = new ArrayList<ShardState>();
        for (int shard = 0; shard < count; shard++) {
            states.add(lacking.contains(shard) ? of(shard, tasks) : new Judged());
        }
        return states;
    }

    private static ShardState of(int shard, List<SlurmTask> tasks) {
        return tasks.stream()
                .filter(task -> task.index() == shard)
                .reduce((before, after) -> before.isActive() && !after.isActive() ? before : after)
                .<ShardState>map(task -> task.isActive() ? new Active(task) : new Lost(task))
                .orElseGet(Unknown::new);
    }

    /// `running`, as the table of `slurm status` has it.
    default String word() {
        return switch (this) {
            case Judged _ -> "judged";
            case Active(SlurmTask task) -> task.state().toLowerCase(Locale.ROOT);
            case Lost _, Unknown _ -> "no results";
        };
    }
}
