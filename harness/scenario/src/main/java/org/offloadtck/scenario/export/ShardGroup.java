package org.offloadtck.scenario.export;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.offloadtck.conformance.plan.ResourceClass;
import org.offloadtck.conformance.plan.ShardPlan;

/// The shards that one kind of machine executes.
///
/// @param name of their jobs
/// @param shards their numbers, ascending
/// @param limit after which a shard is taken to hang
record ShardGroup(String name, boolean needsGpu, List<Integer> shards, Duration limit) {

    ShardGroup {
        shards = List.copyOf(shards);
    }

    /// The groups of a plan: shards without a GPU, then those with one.
    static List<ShardGroup> of(ShardPlan plan) {
        var groups = new ArrayList<ShardGroup>();
        for (boolean gpu : List.of(false, true)) {
            var shards =
                    IntStream.range(0, plan.shards().size())
                            .filter(shard -> gpu == (plan.resource(shard) == ResourceClass.GPU))
                            .boxed()
                            .toList();
            shards.stream()
                    .map(plan::limit)
                    .max(Comparator.naturalOrder())
                    .ifPresent(limit ->
                            groups.add(
                                    new ShardGroup(
                                            gpu ? "shards-gpu" : "shards", gpu, shards, limit)));
        }
        return groups;
    }
}
