package org.offloadtck.conformance.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.offloadtck.conformance.result.RunSubject;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;
import org.offloadtck.data.JsonObject;

/// The JSON of a plan, as `plan-1.schema.json` beside this package states it.
final class ShardPlanFormat {

    private static final String SCHEMA = "offload-tck-plan";

    private ShardPlanFormat() {}

    private record PlacedCell(PlannedCell cell, int shard) {}

    static ShardPlan read(DataText json) {
        var fields = json.json();
        fields.choice("schema", List.of(SCHEMA), Function.identity());
        var version = fields.number("version");
        if (version != ShardPlan.SCHEMA_VERSION) {
            throw fields.wrong(
                    "version is %d when this kit reads %d"
                            .formatted(version, ShardPlan.SCHEMA_VERSION));
        }
        return fields.all(ShardPlanFormat::plan);
    }

    private static ShardPlan plan(Fields fields) {
        var written = fields.text("sha256");
        var plan =
                new ShardPlan(
                        fields.fields("kit", ShardPlanFormat::kit),
                        new Matrix(
                                fields.rows("matrix", Matrix.Row::read),
                                fields.rows("suites", TestSuite::read)),
                        shards(fields));
        if (!plan.sha256().equals(written)) {
            throw fields.wrong(
                    "sha256 is '%s' when it should be '%s', that of the rest: the plan was changed after it was written"
                            .formatted(written, plan.sha256()));
        }
        return plan;
    }

    private static List<List<PlannedCell>> shards(Fields fields) {
        var count = fields.integer("shards");
        var shards = new TreeMap<Integer, List<PlannedCell>>();
        for (var placed : fields.rows("cells", ShardPlanFormat::cell)) {
            shards.computeIfAbsent(placed.shard(), _ -> new ArrayList<>()).add(placed.cell());
        }
        if (shards.size() != count || !shards.navigableKeySet().equals(numbers(shards.size()))) {
            throw fields.wrong(
                    "shards is %d when the cells should have the shards 0 to %d"
                            .formatted(count, count - 1));
        }
        return List.copyOf(shards.values());
    }

    private static Set<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().collect(Collectors.toSet());
    }

    private static RunSubject.Kit kit(Fields fields) {
        return new RunSubject.Kit(
                fields.text("version"), fields.text("commit"), fields.text("catalogue"), Map.of());
    }

    private static PlacedCell cell(Fields row) {
        return new PlacedCell(
                new PlannedCell(
                        row.text("cell"),
                        row.text("implementation"),
                        row.choice("resource", ResourceClass.ALL, ResourceClass::word),
                        row.number("weight")),
                row.integer("shard"));
    }

    /// @param sha256 of the plan; empty for the text of which it is
    static String write(ShardPlan plan, String sha256) {
        var shards = new TreeMap<PlannedCell, Integer>(PlannedCell.ORDER);
        for (int shard = 0; shard < plan.shards().size(); shard++) {
            for (var cell : plan.shards().get(shard)) {
                shards.put(cell, shard);
            }
        }
        return new JsonObject()
                .put("schema", SCHEMA)
                .put("version", ShardPlan.SCHEMA_VERSION)
                .put("sha256", sha256)
                .put(
                        "kit",
                        new JsonObject()
                                .put("version", plan.kit().version())
                                .put("commit", plan.kit().commit())
                                .put("catalogue", plan.kit().catalogue()))
                .putAll("matrix", plan.matrix().rows().stream().map(Matrix.Row::toJson).toList())
                .putAll("suites", plan.matrix().suites().stream().map(TestSuite::toJson).toList())
                .put("shards", plan.shards().size())
                .putAll(
                        "cells",
                        shards.entrySet().stream()
                                .map(entry -> of(entry.getKey(), entry.getValue()))
                                .toList())
                .toText();
    }

    private static JsonObject of(PlannedCell cell, int shard) {
        return new JsonObject()
                .put("cell", cell.key())
                .put("implementation", cell.implementation())
                .put("resource", cell.resource().word())
                .put("weight", cell.weight())
                .put("shard", shard);
    }
}
