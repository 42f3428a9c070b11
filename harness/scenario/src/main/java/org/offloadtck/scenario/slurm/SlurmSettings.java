package org.offloadtck.scenario.slurm;

import java.util.List;
import org.offloadtck.data.Fields;
import org.offloadtck.data.JsonObject;

/// How the jobs of a plan are submitted.
///
/// @param options of sbatch, for all jobs
/// @param gres the generic resources of tasks that need a GPU, `gpu:1`
/// @param minutes after which Slurm ends a task; 0 for a limit by the weights of the shards
/// @param attempts how often a shard may be submitted
record SlurmSettings(List<String> options, String gres, int minutes, int attempts) {

    SlurmSettings {
        options = List.copyOf(options);
    }

    static SlurmSettings read(Fields fields) {
        return new SlurmSettings(
                fields.textsOrNone("options"),
                fields.text("gres"),
                fields.integer("minutes"),
                fields.integer("attempts"));
    }

    JsonObject toJson() {
        return new JsonObject()
                .putTexts("options", options)
                .put("gres", gres)
                .put("minutes", minutes)
                .put("attempts", attempts);
    }
}
