package org.offloadtck.conformance.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.offloadtck.conformance.plan.CellOutcome.Found;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.ResultDocument.Circumstances;
import org.offloadtck.conformance.result.ResultDocument.PlanPart;
import org.offloadtck.conformance.result.ScenarioRecord;
import org.offloadtck.data.DataException;
import org.offloadtck.data.Problem;

/// Makes one document of those of the shards of a plan, or refuses with every reason.
public final class ShardMerge {

    private final String name;
    private final ShardPlan plan;
    private final CellAssignment assignment;
    private final Map<PlannedCell, List<Found>> found = new HashMap<>();
    private final List<Problem> problems = new ArrayList<>();

    private ShardMerge(String name, ShardPlan plan) {
        this.name = name;
        this.plan = plan;
        this.assignment = new CellAssignment(plan.cells());
    }

    /// The document of all cells of the plan. The order of `files` has no effect on it.
    ///
    /// @param name of the plan's file
    /// @param files one or more for each shard
    /// @throws DataException if a cell has no result, a file is of another plan or kit or has other
    ///   results than those of its shards, or results contradict each other
    public static ResultDocument merge(String name, ShardPlan plan, List<ShardResults> files) {
        return new ShardMerge(name, plan).merge(files);
    }

    private ResultDocument merge(List<ShardResults> files) {
        var sorted = files.stream().sorted(Comparator.comparing(ShardResults::file)).toList();
        var all = part(plan);
        for (var file : sorted) {
            var foreign = new PlanConformity(name, plan.kit(), all.sha256(), file).problem();
            foreign.ifPresentOrElse(problems::add, () -> add(file));
        }
        throwProblems();
        missing();
        throwProblems();
        var results = plan.cells().stream().map(this::result).toList();
        throwProblems();
        var subject = new MergedSubject(sorted).subject(results);
        return new ResultDocument(subject, records(sorted), results, circumstances(sorted, all));
    }

    private void throwProblems() {
        if (!problems.isEmpty()) {
            throw new DataException(problems);
        }
    }

    private void add(ShardResults file) {
        var shards = file.document().circumstances().plan().shards();
        var outside =
                shards.stream().filter(each -> each < 0 || each >= plan.shards().size()).toList();
        if (!outside.isEmpty()) {
            problem(
                    file,
                    "circumstances.plan",
                    "shards is %s when each should be from 0 to %d"
                            .formatted(shards, plan.shards().size() - 1));
            return;
        }
        var cells = shards.stream().flatMap(each -> plan.shards().get(each).stream()).toList();
        var results = file.document().results();
        var assigned =
                assignment.of(cells, results.stream().map(each -> each.identity().key()).toList());
        for (var result : results) {
            var cell = assigned.get(result.identity().key());
            if (cell == null) {
                problem(
                        file,
                        result.identity().key(),
                        "is a result that no cell asks for, in shards %s of %s"
                                .formatted(shards, name));
            } else {
                found.computeIfAbsent(cell, _ -> new ArrayList<>())
                        .add(new Found(file.file(), result));
            }
        }
        shards.forEach(shard -> requireWhole(file, shard, assigned.values()));
    }

    /// A file has a result for each cell of its shards.
    private void requireWhole(ShardResults file, int shard, Collection<PlannedCell> judged) {
        var lacking = new ArrayList<>(plan.shards().get(shard));
        lacking.removeAll(Set.copyOf(judged));
        if (!lacking.isEmpty()) {
            problem(
                    file,
                    lacking.getFirst().key(),
                    "%d cells of shard %d have no result, from this one on: '%s' judges them"
                            .formatted(lacking.size(), shard, ShardPlan.command(name, shard)));
        }
    }

    private void problem(ShardResults file, String position, String text) {
        problems.add(new Problem(file.file(), position, text));
    }

    private void missing() {
        for (int shard = 0; shard < plan.shards().size(); shard++) {
            var cells = plan.shards().get(shard);
            if (!found.containsKey(cells.getFirst())) {
                problems.add(
                        new Problem(
                                name,
                                "shard %d".formatted(shard),
                                "%d cells have no result, from %s on: '%s' judges them"
                                        .formatted(
                                                cells.size(),
                                                cells.getFirst().key(),
                                                ShardPlan.command(name, shard))));
            }
        }
    }

    private Result result(PlannedCell cell) {
        var outcome = new CellOutcome(found.getOrDefault(cell, List.of()));
        outcome.problem()
                .ifPresent(text ->
                        problems.add(
                                new Problem(outcome.found().getLast().file(), cell.key(), text)));
        return outcome.result();
    }

    private static List<ScenarioRecord> records(List<ShardResults> files) {
        return files.stream()
                .flatMap(file -> file.document().scenarios().stream())
                .distinct()
                .toList();
    }

    private static Circumstances circumstances(List<ShardResults> files, PlanPart part) {
        var all = files.stream().map(file -> file.document().circumstances()).toList();
        var times = new TreeMap<String, Long>();
        all.forEach(each -> each.times().forEach((key, time) -> times.merge(key, time, Math::max)));
        return new Circumstances(
                all.stream().map(Circumstances::started).min(Comparator.naturalOrder()).orElse(""),
                all.stream().mapToLong(Circumstances::milliseconds).sum(),
                String.join("; ", all.stream().map(Circumstances::host).distinct().toList()),
                all.getFirst().command(),
                times,
                part);
    }

    /// All shards of a plan.
    public static PlanPart part(ShardPlan plan) {
        return new PlanPart(
                plan.sha256(), IntStream.range(0, plan.shards().size()).boxed().toList());
    }
}
