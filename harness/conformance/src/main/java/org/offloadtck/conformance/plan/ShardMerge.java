package org.offloadtck.conformance.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.offloadtck.conformance.Stage;
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
    private final UnaryOperator<Result> kept;
    private final List<PlannedCell> cells;
    private final PlanPart all;
    private final CellAssignment assignment;
    private final Map<PlannedCell, List<Found>> found = new HashMap<>();
    private final Map<String, Long> times = new TreeMap<>();
    private final Set<ScenarioRecord> scenarios = new LinkedHashSet<>();
    private final List<ShardHead> heads = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();

    private ShardMerge(String name, ShardPlan plan, UnaryOperator<Result> kept) {
        this.name = name;
        this.plan = plan;
        this.kept = kept;
        this.cells = plan.cells();
        this.all = part(plan);
        this.assignment = new CellAssignment(cells);
    }

    /// The document of all cells of the plan. The order of `files` has no effect on it. They are
    /// read one after the other, and of each its results are held.
    ///
    /// @param name of the plan's file
    /// @param files one or more for each shard
    /// @param kept the form in which a result is held
    /// @throws DataException if a cell has no result, a file is of another plan or kit or has other
    ///   results than those of its shards, or results contradict each other
    public static ResultDocument merge(
            String name, ShardPlan plan, List<ShardResults> files, UnaryOperator<Result> kept) {
        var merge = new ShardMerge(name, plan, kept);
        files.stream().sorted(Comparator.comparing(ShardResults::file)).forEach(merge::read);
        return merge.document();
    }

    private void read(ShardResults file) {
        var document = file.document().get();
        var circumstances = document.circumstances();
        var head =
                new ShardHead(file.file(), document.subject(), circumstances.withTimes(Map.of()));
        var foreign = new PlanConformity(name, plan.kit(), all.sha256(), head).problem();
        foreign.ifPresentOrElse(problems::add, () -> add(head, document));
        heads.add(head);
        scenarios.addAll(document.scenarios());
    }

    private ResultDocument document() {
        throwProblems();
        missing();
        throwProblems();
        var results = results();
        throwProblems();
        found.clear();
        var subject = new MergedSubject(heads).subject(results);
        return new ResultDocument(subject, List.copyOf(scenarios), results, circumstances());
    }

    private void throwProblems() {
        if (!problems.isEmpty()) {
            throw new DataException(problems);
        }
    }

    private void add(ShardHead file, ResultDocument document) {
        var shards = file.circumstances().plan().shards();
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
        var asked = shards.stream().flatMap(each -> plan.shards().get(each).stream()).toList();
        var keys = document.results().stream().map(each -> each.identity().key()).toList();
        var assigned = assignment.of(asked, keys);
        for (int i = 0; i < keys.size(); i++) {
            var key = keys.get(i);
            var cell = assigned.get(key);
            if (cell == null) {
                problem(
                        file,
                        key,
                        "is a result that no cell asks for, in shards %s of %s"
                                .formatted(shards, name));
            } else {
                hold(cell, new Found(file.file(), kept.apply(document.results().get(i))));
            }
        }
        document.circumstances()
                .times()
                .forEach((key, time) -> times.merge(shared(key, assigned), time, Math::max));
        shards.forEach(shard -> requireWhole(file, shard, assigned.values()));
    }

    private void hold(PlannedCell cell, Found result) {
        found.merge(
                cell,
                List.of(result),
                (earlier, later) -> Stream.concat(earlier.stream(), later.stream()).toList());
    }

    /// The key of a result, where possible the text that the plan holds.
    private static String shared(String key, Map<String, PlannedCell> assigned) {
        var cell = assigned.get(key);
        return cell != null && cell.key().equals(key) ? cell.key() : key;
    }

    /// A file has a result for each cell of its shards.
    private void requireWhole(ShardHead file, int shard, Collection<PlannedCell> judged) {
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

    private void problem(ShardHead file, String position, String text) {
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

    /// The results in the order of a document, so that none of their keys has to be held for it.
    private List<Result> results() {
        var byStage = new EnumMap<Stage, List<Result>>(Stage.class);
        for (var cell : cells) {
            var result = result(cell);
            byStage.computeIfAbsent(result.identity().stage(), _ -> new ArrayList<>()).add(result);
        }
        byStage.values().forEach(stage -> stage.sort(Comparator.comparing(Result::identity)));
        return byStage.values().stream().flatMap(List::stream).toList();
    }

    private Result result(PlannedCell cell) {
        var outcome = new CellOutcome(found.getOrDefault(cell, List.of()));
        outcome.problem()
                .ifPresent(text ->
                        problems.add(
                                new Problem(outcome.found().getLast().file(), cell.key(), text)));
        return outcome.result();
    }

    private Circumstances circumstances() {
        var parts = heads.stream().map(ShardHead::circumstances).toList();
        return new Circumstances(
                parts.stream()
                        .map(Circumstances::started)
                        .min(Comparator.naturalOrder())
                        .orElse(""),
                parts.stream().mapToLong(Circumstances::milliseconds).sum(),
                String.join("; ", parts.stream().map(Circumstances::host).distinct().toList()),
                parts.getFirst().command(),
                times,
                all);
    }

    /// All shards of a plan.
    public static PlanPart part(ShardPlan plan) {
        return new PlanPart(
                plan.sha256(), IntStream.range(0, plan.shards().size()).boxed().toList());
    }
}
