package org.offloadtck.scenario.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.OutputFile;
import org.offloadtck.command.Subcommand;
import org.offloadtck.conformance.plan.CellWeights;
import org.offloadtck.conformance.plan.PlannedCell;
import org.offloadtck.conformance.plan.ShardPlan;
import org.offloadtck.linker.tool.TemporaryDirectory;
import org.offloadtck.plugin.process.IsolatedPlugin;
import org.offloadtck.scenario.suite.SuiteFeature;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `offload-tck plan`: divides a run into shards for several machines.
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        description = {
            "Divides the scenarios that a matrix selects into shards of about equal duration, and"
                    + " writes them as a plan.",
            "'run --plan PLAN --shard I' runs a shard on any machine, 'merge' makes one report of"
                    + " what the shards found. Equal inputs give equal plans."
        })
public final class PlanCommand implements Subcommand {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--matrix",
            required = true,
            paramLabel = "FILE",
            description = {
                "YAML: a list 'scenarios' of rows with 'implementations', 'devices', 'profiles' and"
                        + " 'tags', each as the option of run. A row may leave out each of them.",
                "A list 'suites' of tests that run under the emulated driver: 'name', 'devices', and"
                        + " one of 'commands', 'ctest' and 'lit'."
            })
    private Path matrix = Path.of("");

    @Option(
            names = "--shards",
            required = true,
            paramLabel = "N",
            description = "The number of shards.")
    private int shards;

    @Option(
            names = "--weights",
            paramLabel = "RESULTS",
            description =
                    "Balance the shards by the durations in this results.json; without it, all"
                            + " scenarios count the same.")
    private Optional<Path> weights = Optional.empty();

    @Option(
            names = "--output",
            required = true,
            paramLabel = "PLAN",
            description = "The file to write.")
    private Path output = Path.of("");

    @Override
    public Integer call() {
        var scenarios =
                new MatrixScenarios(
                        spec,
                        IsolatedPlugin.installed(),
                        matrix.toAbsolutePath().resolveSibling(""));
        var read = scenarios.read(matrix);
        try (var folder = TemporaryDirectory.create("offload-tck-suites-")) {
            scenarios.addTests(new SuiteFeature(read.suites()).scenarios(folder.path()));
        }
        var times =
                weights.map(file -> UserData.results(spec, file).circumstances().times())
                        .orElse(Map.of());
        var cells = CellWeights.weighted(scenarios.cells(), times);
        if (shards < 1 || shards > cells.size()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--shards is %d when it should be from 1 to %d, the number of cells"
                            .formatted(shards, cells.size()));
        }
        var plan = ShardPlan.of(RunCommand.kit(RunCommand.catalogue()), read, cells, shards);
        OutputFile.replace(output, plan.toJson().getBytes(UTF_8));
        print(plan);
        return ExitCode.OK;
    }

    private void print(ShardPlan plan) {
        var out = spec.commandLine().getOut();
        for (int shard = 0; shard < plan.shards().size(); shard++) {
            var cells = plan.shards().get(shard);
            out.println(
                    "shard %d: %d cells, weight %d, needs %s"
                            .formatted(
                                    shard,
                                    cells.size(),
                                    weight(cells),
                                    plan.resource(shard).word()));
        }
        out.println(
                "%s: %d cells in %d shards, sha256 %s"
                        .formatted(
                                output, plan.cells().size(), plan.shards().size(), plan.sha256()));
        out.flush();
    }

    private static long weight(List<PlannedCell> cells) {
        return cells.stream().mapToLong(PlannedCell::weight).sum();
    }
}
