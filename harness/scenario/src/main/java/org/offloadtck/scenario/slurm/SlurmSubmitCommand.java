package org.offloadtck.scenario.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.InputFile;
import org.offloadtck.command.KitCommand;
import org.offloadtck.command.OutputFile;
import org.offloadtck.conformance.plan.ShardPlan;
import org.offloadtck.implementation.process.HostTool;
import org.offloadtck.scenario.command.PlanOption;
import org.offloadtck.scenario.command.RunCommand;
import org.offloadtck.scenario.replay.ShellText;
import org.offloadtck.scenario.slurm.JobScripts.Installation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck slurm submit`: submits a plan.
@Command(
        name = "submit",
        mixinStandardHelpOptions = true,
        description = {
            "Submits the shards of a plan that have no results yet as job arrays, and a job that"
                    + " collects the results when all tasks have ended.",
            "A task that loses its node is requeued by Slurm. A shard that left no results,"
                    + " because its task crashed or ran out of time, is submitted again."
        })
public final class SlurmSubmitCommand implements Callable<Integer> {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(index = "0", paramLabel = "PLAN", description = "What 'plan' wrote.")
    private Path plan = Path.of("");

    @Parameters(
            index = "1..*",
            paramLabel = "OPTION",
            description =
                    "Options of 'run' for all shards, after '--': --jobs, --retries, --waivers,"
                            + " --exclusions, --no-cache.")
    private List<String> options = List.of();

    @Option(
            names = "--report",
            required = true,
            paramLabel = "DIR",
            description =
                    "Folder for plan, results, logs and the merged report. All nodes must see it by"
                            + " the same name.")
    private Path report = Path.of("");

    @Option(
            names = "--sbatch",
            paramLabel = "OPTION",
            description =
                    "An option of sbatch for all jobs, such as --sbatch=--partition=a100; may be"
                            + " given several times.")
    private List<String> sbatch = List.of();

    @Option(
            names = "--gres",
            paramLabel = "GRES",
            description =
                    "The generic resources of tasks whose scenarios need a GPU; none if empty (default:"
                            + " ${DEFAULT-VALUE}).")
    private String gres = "gpu:1";

    @Option(
            names = "--time",
            paramLabel = "MINUTES",
            description =
                    "When Slurm ends a task that hangs (default: by the weights of the shards).")
    private Optional<Integer> minutes = Optional.empty();

    @Option(
            names = "--attempts",
            paramLabel = "N",
            description = "Submit a shard at most N times (default: ${DEFAULT-VALUE}).")
    private int attempts = 2;

    @Option(
            names = "--copy",
            description =
                    "Copy the kit to the temporary folder of each node first. Otherwise nodes start"
                            + " it where it is here.")
    private boolean copy;

    @Option(names = "-###", description = "Print the jobs and their scripts, and submit nothing.")
    private boolean printOnly;

    @Override
    public Integer call() {
        requireAtLeastOne("--attempts", attempts);
        requireAtLeastOne("--time", minutes.orElse(1));
        requireOptionsOfRun();
        var read = PlanOption.read(spec, plan);
        var folder = new SlurmFolder(report);
        var settings = new SlurmSettings(sbatch, gres, minutes.orElse(0), attempts);
        var run =
                new ClusterRun(
                        folder,
                        new Slurm(HostTool.installed()),
                        read,
                        new Submission(settings, List.of()));
        var scripts = scripts(folder);
        if (printOnly) {
            print(run, scripts);
            return ExitCode.OK;
        }
        requireFree(folder, read);
        return run.lacking().isEmpty() ? complete(folder) : submit(run, scripts);
    }

    private int submit(ClusterRun run, JobScripts scripts) {
        var folder = run.folder();
        OutputFile.createFolder(folder.jobs());
        OutputFile.replace(folder.plan(), run.plan().toJson().getBytes(UTF_8));
        OutputFile.replace(folder.taskScript(), scripts.task(options).getBytes(UTF_8));
        OutputFile.replace(folder.collectScript(), scripts.collect().getBytes(UTF_8));
        try {
            var out = spec.commandLine().getOut();
            out.println(SlurmStatusCommand.jobs(run.submit().submission().last()));
            out.println("'offload-tck slurm status %s' shows the tasks".formatted(report));
            out.flush();
            return ExitCode.OK;
        } catch (SlurmException fault) {
            throw wrong(String.valueOf(fault.getMessage()));
        }
    }

    private int complete(SlurmFolder folder) {
        var out = spec.commandLine().getOut();
        out.println(
                "%s: all shards have results: 'offload-tck slurm collect %s' merges them"
                        .formatted(folder.root(), report));
        out.flush();
        return ExitCode.OK;
    }

    private JobScripts scripts(SlurmFolder folder) {
        try {
            return new JobScripts(
                    folder, KitCommand.ofKit(), copy ? Installation.COPIED : Installation.SHARED);
        } catch (IllegalArgumentException fault) {
            throw wrong(String.valueOf(fault.getMessage()));
        }
    }

    private void print(ClusterRun run, JobScripts scripts) {
        var out = spec.commandLine().getOut();
        for (var words : run.request().words()) {
            out.println(
                    words.stream()
                            .map(ShellText::quoted)
                            .collect(Collectors.joining(" ", "sbatch ", "")));
        }
        out.println("%n%s:%n%s".formatted(run.folder().taskScript(), scripts.task(options)));
        out.print("%s:%n%s".formatted(run.folder().collectScript(), scripts.collect()));
        out.flush();
    }

    /// A folder has one plan, and jobs of one submission at a time.
    private void requireFree(SlurmFolder folder, ShardPlan read) {
        if (Files.exists(folder.plan())
                && !InputFile.readText(folder.plan()).equals(read.toJson())) {
            throw wrong(
                    "%s: is another plan when it should be %s: give each plan a folder of its own"
                            .formatted(folder.plan(), plan));
        }
        if (Files.exists(folder.submission()) && isActive(ClusterRun.read(spec, report))) {
            throw wrong(
                    "%s: has jobs that have not ended when it should have none: 'offload-tck slurm cancel %s' ends them"
                            .formatted(report, report));
        }
    }

    private boolean isActive(ClusterRun run) {
        try {
            return run.isActive();
        } catch (SlurmException fault) {
            throw wrong(String.valueOf(fault.getMessage()));
        }
    }

    private void requireOptionsOfRun() {
        try {
            new RunCommand().line().parseArgs(options.toArray(String[]::new));
        } catch (ParameterException fault) {
            throw wrong("options of run: %s".formatted(fault.getMessage()));
        }
    }

    private void requireAtLeastOne(String option, int value) {
        if (value < 1) {
            throw wrong("%s is %d when it should be 1 or more".formatted(option, value));
        }
    }

    private ParameterException wrong(String problem) {
        return new ParameterException(spec.commandLine(), problem);
    }
}
