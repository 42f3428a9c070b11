package org.offloadtck.conformance.plan;

import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.offloadtck.conformance.result.RunSubject;
import org.offloadtck.data.Fields;
import org.offloadtck.data.JsonObject;
import org.offloadtck.data.JsonRows;

/// The JSON of a plan, as `plan-1.schema.json` beside this package states it.
final class ShardPlanFormat {

    private static final String SCHEMA = "offload-tck-plan";

    private ShardPlanFormat() {}

    static ShardPlan read(String source, Reader json) {
        var shards = new TreeMap<Integer, List<PlannedCell>>();
        return new JsonRows(source, "cells")
                .read(
                        json,
                        ShardPlanFormat::requireVersion,
                        row -> row.all(each -> add(each, shards)))
                .all(fields -> plan(fields, shards));
    }

    private static void requireVersion(Fields fields) {
        fields.choice("schema", List.of(SCHEMA), Function.identity());
        var version = fields.number("version");
        if (version != ShardPlan.SCHEMA_VERSION) {
            throw fields.wrong(
                    "version is %d when this kit reads %d"
                            .formatted(version, ShardPlan.SCHEMA_VERSION));
        }
    }

    private static boolean add(Fields row, Map<Integer, List<PlannedCell>> shards) {
        var cell =
                new PlannedCell(
                        row.text("cell"),
                        row.text("implementation"),
                        row.choice("resource", ResourceClass.ALL, ResourceClass::word),
                        row.number("weight"));
        return shards.computeIfAbsent(row.integer("shard"), _ -> new ArrayList<>()).add(cell);
    }

    private static ShardPlan plan(Fields fields, SortedMap<Integer, List<PlannedCell>> shards) {
        requireVersion(fields);
        var written = fields.text("sha256");
        fields.rows("cells");
        requireNumbers(fields, shards);
        var plan =
                new ShardPlan(
                        fields.fields("kit", ShardPlanFormat::kit),
                        new Matrix(
                                fields.rows("matrix", Matrix.Row::read),
                                fields.rows("suites", TestSuite::read)),
                        List.copyOf(shards.values()));
        if (!plan.sha256().equals(written)) {
            throw fields.wrong(
                    "sha256 is '%s' when it should be '%s', that of the rest: the plan was changed after it was written"
                            .formatted(written, plan.sha256()));
        }
        return plan;
    }

    private static void requireNumbers(
            Fields fields, SortedMap<Integer, List<PlannedCell>> shards) {
        var count = fields.integer("shards");
        if (shards.size() != count || !shards.keySet().equals(numbers(count))) {
            throw fields.wrong(
                    "shards is %d when the cells should have the shards 0 to %d"
                            .formatted(count, count - 1));
        }
    }

    private static Set<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().collect(Collectors.toSet());
    }

    private static RunSubject.Kit kit(Fields fields) {
        return new RunSubject.Kit(
                fields.text("version"), fields.text("commit"), fields.text("catalogue"), Map.of());
    }

    /// @param sha256 of the plan; empty for the text of which it is
    static JsonObject json(ShardPlan plan, String sha256) {
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
                        List.copyOf(shards.entrySet()),
                        entry -> of(entry.getKey(), entry.getValue()));
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
