package org.offloadtck.scenario.command;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.offloadtck.conformance.plan.PlannedCell;
import org.offloadtck.conformance.plan.ShardMerge;
import org.offloadtck.conformance.plan.ShardPlan;
import org.offloadtck.conformance.plan.ShardResults;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.ResultDocument.PlanPart;
import org.offloadtck.conformance.result.ScenarioId;
import org.offloadtck.conformance.result.ScenarioRecord;
import org.offloadtck.linker.tool.TemporaryDirectory;
import org.offloadtck.scenario.command.ImplementationOption.Judged;
import org.offloadtck.scenario.execution.ScenarioGroup;
import org.offloadtck.scenario.record.JudgedToolchain;
import org.offloadtck.scenario.record.ListedScenario;
import org.offloadtck.scenario.record.ScenarioRun;
import org.offloadtck.scenario.suite.SuiteFeature;
import org.offloadtck.scenario.suite.SuiteSteps;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// The execution of a plan, or of one shard of it.
final class PlannedRun implements AutoCloseable {

    private final CommandSpec spec;
    private final String name;
    private final ShardPlan plan;
    private final List<Integer> shards;
    private final TemporaryDirectory features = TemporaryDirectory.create("offload-tck-suites-");
    private final List<ScenarioGroup> groups = new ArrayList<>();
    private final Map<ScenarioId, ScenarioRecord> records = new HashMap<>();

    /// @param name of the plan's file
    /// @param shards to execute
    /// @throws ParameterException if a cell is no scenario of the kit, or an implementation is not
    ///   there
    PlannedRun(CommandSpec spec, String name, ShardPlan plan, List<Integer> shards) {
        this.spec = spec;
        this.name = name;
        this.plan = plan;
        this.shards = List.copyOf(shards);
        var scenarios = new ArrayList<>(ScenarioRun.list());
        SuiteSteps.use(plan.matrix().suites());
        scenarios.addAll(new SuiteFeature(plan.matrix().suites()).scenarios(features.path()));
        var executed =
                shards.stream().flatMap(each -> plan.shards().get(each).stream()).collect(toSet());
        var byImplementation =
                plan.cells().stream()
                        .collect(groupingBy(PlannedCell::implementation, TreeMap::new, toSet()));
        byImplementation.forEach((word, cells) -> {
            var known = scenarios(scenarios, toolchain(word), cells);
            cells.retainAll(executed);
            add(word, known, cells);
        });
    }

    /// Deletes the features of the plan's suites.
    @Override
    public void close() {
        features.close();
    }

    /// The folder of a run of one shard.
    ///
    /// @param report the folder of all of them
    Path shardFolder(Path report) {
        return report.resolve("shard-%d".formatted(shards.getFirst()));
    }

    SelectionOption selection() {
        return MatrixScenarios.selection(spec, plan.matrix());
    }

    /// The implementations that the matrix names.
    List<Judged> judged() {
        return plan.matrix().rows().stream()
                .flatMap(row -> row.implementations().stream())
                .distinct()
                .map(new ImplementationOption(spec)::judged)
                .toList();
    }

    /// The scenarios to execute.
    List<ScenarioGroup> groups() {
        return List.copyOf(groups);
    }

    /// The document of the run, as a merge expects it: what it says of a scenario does not depend
    /// on the examples that the shard has.
    ResultDocument document(ResultDocument found) {
        return new ResultDocument(
                found.subject(),
                found.scenarios().stream()
                        .map(each -> records.getOrDefault(each.id(), each))
                        .toList(),
                found.results(),
                found.circumstances().of(new PlanPart(plan.sha256(), shards)));
    }

    /// The document of a run of all shards: that which a merge makes.
    ///
    /// @param all as [#document] returns it
    ResultDocument whole(ResultDocument all) {
        return UserData.read(
                spec,
                () ->
                        ShardMerge.merge(
                                name,
                                plan,
                                List.of(new ShardResults("this run", () -> all)),
                                UnaryOperator.identity()));
    }

    private Optional<JudgedToolchain> toolchain(String word) {
        return word.isEmpty()
                ? Optional.empty()
                : new ImplementationOption(spec).judged(word).judged();
    }

    /// The scenarios of cells, by their keys, in the order of the feature files.
    private Map<String, ListedScenario> scenarios(
            List<ListedScenario> all, Optional<JudgedToolchain> judged, Set<PlannedCell> cells) {
        var keys = cells.stream().map(PlannedCell::key).collect(toSet());
        var found = new LinkedHashMap<String, ListedScenario>();
        for (var scenario : all) {
            var key = MatrixScenarios.key(scenario, judged);
            if (keys.contains(key)) {
                found.put(key, scenario);
                records.putIfAbsent(scenario.example().id(), scenario.record());
            }
        }
        keys.removeAll(found.keySet());
        if (!keys.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "%s: %s: is no scenario of this kit, when each cell should be one"
                            .formatted(name, new TreeSet<>(keys).getFirst()));
        }
        return found;
    }

    private void add(String word, Map<String, ListedScenario> known, Set<PlannedCell> cells) {
        var keys = cells.stream().map(PlannedCell::key).collect(toSet());
        var executed =
                known.entrySet().stream()
                        .filter(each -> keys.contains(each.getKey()))
                        .map(Map.Entry::getValue)
                        .toList();
        if (!executed.isEmpty()) {
            groups.add(new ScenarioGroup(toolchain(word), executed));
        }
    }
}
