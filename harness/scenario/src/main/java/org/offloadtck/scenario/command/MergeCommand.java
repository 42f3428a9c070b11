package org.offloadtck.scenario.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.offloadtck.command.OutputFile;
import org.offloadtck.command.Subcommand;
import org.offloadtck.conformance.plan.ShardMerge;
import org.offloadtck.conformance.plan.ShardPlan;
import org.offloadtck.conformance.plan.ShardResults;
import org.offloadtck.conformance.report.RunReports;
import org.offloadtck.conformance.report.RunReports.Form;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.store.ResultStore;
import org.offloadtck.scenario.replay.ReplayFolders;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck merge`: makes one report of the results of all shards of a plan.
@Command(
        name = "merge",
        mixinStandardHelpOptions = true,
        description = {
            "Makes one report of the results of all shards of a plan: that which a run of the whole"
                    + " plan makes, except for the times.",
            "Refuses what is not complete: each cell must have a result, of this plan and this kit."
                    + " If a shard ran twice, a result of which one failed is FLAKY."
        })
public final class MergeCommand implements Subcommand {

    private static final String RESULTS = "results.json";

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(index = "0", paramLabel = "PLAN", description = "The plan.")
    private Path plan = Path.of("");

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "RESULTS",
            description =
                    "What 'run --shard' wrote: files results.json, folders shard-I, or folders with"
                            + " those.")
    private List<Path> places = List.of();

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Folder for the reports (default: ${DEFAULT-VALUE}).")
    private Path report = Path.of("offload-tck-merged");

    @Option(
            names = "--single-file",
            description = "Write report.html, one page with everything, in place of the site.")
    private boolean singleFile;

    @Override
    public Integer call() {
        var read = PlanOption.read(spec, plan);
        var files = files();
        try (var store = store()) {
            var merged = merged(read, files, store);
            OutputFile.createFolder(report);
            OutputFile.write(report.resolve(RunReports.PLAN), read.examples().getBytes(UTF_8));
            new ReplayFolders(report)
                    .copyFrom(files.stream().map(MergeCommand::folder).toList(), merged);
            return RunCommand.report(
                    spec,
                    new RunCommand.Output(report, singleFile ? Form.SINGLE_FILE : Form.SITE),
                    merged,
                    RunCommand.catalogue());
        }
    }

    /// A store on the disk of the report, outside its folder: a merge that is refused makes none.
    private ResultStore store() {
        var folder = report.toAbsolutePath().normalize();
        while (!Files.isDirectory(folder)) {
            folder = folder.resolve("..").normalize();
        }
        try {
            return ResultStore.in(folder);
        } catch (UncheckedIOException fault) {
            throw OutputFile.unwritable(folder, fault);
        }
    }

    /// The results of all shards, with their evidence on disk.
    private ResultDocument merged(ShardPlan read, List<Path> files, ResultStore store) {
        var shards =
                files.stream()
                        .map(file ->
                                new ShardResults(
                                        file.toString(), () -> UserData.results(spec, file)))
                        .toList();
        return UserData.read(
                spec, () -> ShardMerge.merge(plan.toString(), read, shards, store::keep));
    }

    /// The files in the order of their names, each once.
    private List<Path> files() {
        var files = new TreeSet<Path>();
        for (var place : places) {
            for (var file : files(place)) {
                if (!files.add(file.normalize())) {
                    throw wrong("%s: is given twice when it should be given once".formatted(file));
                }
            }
        }
        return List.copyOf(files);
    }

    private List<Path> files(Path place) {
        if (!Files.isDirectory(place)) {
            return List.of(place);
        }
        if (Files.exists(place.resolve(RESULTS))) {
            return List.of(place.resolve(RESULTS));
        }
        try (var folders = Files.newDirectoryStream(place, "shard-*")) {
            var found = new ArrayList<Path>();
            for (var folder : folders) {
                if (Files.exists(folder.resolve(RESULTS))) {
                    found.add(folder.resolve(RESULTS));
                }
            }
            if (!found.isEmpty()) {
                return found;
            }
        } catch (IOException fault) {
            throw new ParameterException(
                    spec.commandLine(), "%s: cannot be read: %s".formatted(place, fault), fault);
        }
        throw wrong(
                "%s: has no results.json when the folder or its folders shard-I should have one"
                        .formatted(place));
    }

    private static Path folder(Path file) {
        return file.toAbsolutePath().resolveSibling("");
    }

    private ParameterException wrong(String problem) {
        return new ParameterException(spec.commandLine(), problem);
    }
}
