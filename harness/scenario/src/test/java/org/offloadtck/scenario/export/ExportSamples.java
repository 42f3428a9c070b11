package org.offloadtck.scenario.export;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.offloadtck.conformance.plan.Matrix;
import org.offloadtck.conformance.plan.PlannedCell;
import org.offloadtck.conformance.plan.ResourceClass;
import org.offloadtck.conformance.plan.ShardPlan;
import org.offloadtck.conformance.result.RunSubject;

/// A plan with shards of both groups.
final class ExportSamples {

    private ExportSamples() {}

    /// @param gpu cells that need a GPU, of the twenty
    static ShardPlan plan(int gpu, int shards) {
        return plan(gpu, shards, 20);
    }

    /// @param count of all cells
    static ShardPlan plan(int gpu, int shards, int count) {
        var cells =
                IntStream.range(0, count)
                        .mapToObj(n ->
                                new PlannedCell(
                                        "a.b/n=%d/-/kernel-launch -> reference/sim".formatted(n),
                                        "",
                                        n < gpu ? ResourceClass.GPU : ResourceClass.NONE,
                                        1))
                        .toList();
        return ShardPlan.of(
                new RunSubject.Kit("1", "c", "0", Map.of()),
                new Matrix(List.of(new Matrix.Row(List.of(), List.of(), List.of(), "")), List.of()),
                cells,
                shards);
    }
}
