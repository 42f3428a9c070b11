package org.offloadtck.scenario.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.offloadtck.command.InputFile;
import org.offloadtck.command.OutputFile;
import org.offloadtck.conformance.plan.ShardPlan;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;
import org.offloadtck.implementation.process.HostTool;
import org.offloadtck.scenario.command.PlanOption;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// A plan on a cluster: its folder, what was submitted, and the Slurm that knows of it.
record ClusterRun(SlurmFolder folder, Slurm slurm, ShardPlan plan, Submission submission) {

    /// The run in a folder.
    ///
    /// @throws ParameterException of the command if the folder has none
    static ClusterRun read(CommandSpec command, Path root) {
        var folder = new SlurmFolder(root);
        if (!Files.exists(folder.submission())) {
            throw new ParameterException(
                    command.commandLine(),
                    "%s: has no slurm/submission.json when it should be the folder of --report of 'slurm submit'"
                            .formatted(root));
        }
        var file = folder.submission();
        var text = new DataText(file.toString(), InputFile.readText(file));
        try {
            return new ClusterRun(
                    folder,
                    new Slurm(HostTool.installed()),
                    PlanOption.read(command, folder.plan()),
                    Submission.parse(text));
        } catch (DataException fault) {
            throw new ParameterException(
                    command.commandLine(), String.valueOf(fault.getMessage()), fault);
        }
    }

    /// Waits until all jobs of a run have ended.
    ///
    /// The collecting job may submit shards again and end between the read of the submission and
    /// the query of its jobs. Therefore the submission is read again after the query; if it has
    /// changed, the new jobs are waited for.
    ///
    /// @param source reads the run from its folder
    /// @return the run as it was read after the end of its jobs
    /// @throws SlurmException if Slurm does not answer
    static ClusterRun awaitEnd(Supplier<ClusterRun> source, Duration interval)
            throws InterruptedException {
        var run = source.get();
        while (true) {
            boolean active = run.isActive();
            var later = source.get();
            if (!active && later.submission().equals(run.submission())) {
                return later;
            }
            Thread.sleep(interval);
            run = later;
        }
    }

    /// The shards without results.
    List<Integer> lacking() {
        return folder.lacking(plan.shards().size());
    }

    List<ShardState> states() {
        return ShardState.of(plan.shards().size(), lacking(), slurm.tasks(submission.arrays()));
    }

    /// Whether a job of the run has not ended.
    boolean isActive() {
        return isActive(submission.jobs());
    }

    /// Whether a task has not ended.
    boolean hasActiveTasks() {
        return isActive(submission.arrays());
    }

    private boolean isActive(List<Long> jobs) {
        return slurm.tasks(jobs).stream().anyMatch(SlurmTask::isActive);
    }

    /// Whether shards may be submitted once more.
    boolean hasAttemptsLeft() {
        return submission.attempts().size() < submission.settings().attempts();
    }

    /// The jobs of the shards without results.
    JobRequest request() {
        return new JobRequest(folder, submission.settings(), plan, lacking());
    }

    /// Submits the shards without results, and writes the submission to the folder.
    ///
    /// @return this run with one more attempt
    /// @throws SlurmException if Slurm refuses
    ClusterRun submit() {
        var next = submission.with(request().submit(slurm));
        OutputFile.replace(folder.submission(), next.toJson().getBytes(UTF_8));
        return new ClusterRun(folder, slurm, plan, next);
    }
}
