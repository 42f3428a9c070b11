package org.offloadtck.scenario.slurm;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.offloadtck.command.ExitCode;
import org.offloadtck.scenario.command.MergeCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck slurm collect`: merges the results of a submitted plan.
@Command(
        name = "collect",
        mixinStandardHelpOptions = true,
        description = {
            "Merges the results of a submitted plan into DIR/merged, once all its tasks have ended.",
            "The exit status is that of 'merge'; 125 if there is nothing to judge yet."
        })
public final class SlurmCollectCommand implements Callable<Integer> {

    private static final Duration INTERVAL = Duration.ofSeconds(2);

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "DIR", description = "The folder of --report of 'slurm submit'.")
    private Path report = Path.of("");

    @Option(names = "--wait", description = "Wait until all jobs of the plan have ended.")
    private boolean wait;

    @Option(
            names = "--resubmit",
            description =
                    "Submit shards that left no results again, unless --attempts of 'slurm submit'"
                            + " are used up. The job that collects the results does so.")
    private boolean resubmit;

    @Override
    public Integer call() throws InterruptedException {
        try {
            return collect(wait ? ClusterRun.awaitEnd(this::read, INTERVAL) : read());
        } catch (SlurmException fault) {
            throw new ParameterException(
                    spec.commandLine(), String.valueOf(fault.getMessage()), fault);
        }
    }

    private ClusterRun read() {
        return ClusterRun.read(spec, report);
    }

    private int collect(ClusterRun run) {
        var out = spec.commandLine().getOut();
        if (run.hasActiveTasks()) {
            out.println(
                    "tasks have not ended: 'offload-tck slurm status %s' shows them"
                            .formatted(report));
            out.flush();
            return ExitCode.NOT_JUDGED;
        }
        if (resubmit && !run.lacking().isEmpty() && run.hasAttemptsLeft()) {
            return resubmit(run, out);
        }
        return merge(run.folder());
    }

    private static int resubmit(ClusterRun run, PrintWriter out) {
        out.println(
                "shards %s left no results, and are submitted again"
                        .formatted(JobRequest.ranges(run.lacking())));
        out.println(SlurmStatusCommand.jobs(run.submit().submission().last()));
        out.flush();
        return ExitCode.NOT_JUDGED;
    }

    private int merge(SlurmFolder folder) {
        var given = spec.commandLine();
        return new CommandLine(new MergeCommand())
                .setOut(given.getOut())
                .setErr(given.getErr())
                .setExecutionExceptionHandler(given.getExecutionExceptionHandler())
                .setParameterExceptionHandler(given.getParameterExceptionHandler())
                .execute(
                        folder.plan().toString(),
                        folder.root().toString(),
                        "--report",
                        folder.merged().toString());
    }
}
