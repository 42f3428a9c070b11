package org.offloadtck.scenario.slurm;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.offloadtck.command.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck slurm cancel`: ends the jobs of a submitted plan.
@Command(
        name = "cancel",
        mixinStandardHelpOptions = true,
        description =
                "Ends all jobs of a submitted plan. Results that are there stay; 'slurm submit' with"
                        + " the same folder submits the other shards.")
public final class SlurmCancelCommand implements Callable<Integer> {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "DIR", description = "The folder of --report of 'slurm submit'.")
    private Path report = Path.of("");

    @Override
    public Integer call() {
        var run = ClusterRun.read(spec, report);
        try {
            run.slurm().cancel(run.submission().jobs());
        } catch (SlurmException fault) {
            throw new ParameterException(
                    spec.commandLine(), String.valueOf(fault.getMessage()), fault);
        }
        return ExitCode.OK;
    }
}
