package org.offloadtck.scenario.slurm;

import org.offloadtck.command.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `offload-tck slurm`: runs a plan on a cluster.
@Command(
        name = "slurm",
        mixinStandardHelpOptions = true,
        description = "Runs a plan on a cluster with Slurm.",
        subcommands = {
            SlurmSubmitCommand.class,
            SlurmStatusCommand.class,
            SlurmCollectCommand.class,
            SlurmCancelCommand.class
        })
public final class SlurmCommand implements Subcommand {

    @Spec private CommandSpec spec = CommandSpec.create();

    /// @throws ParameterException always: the work is that of the subcommands
    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(),
                "no command is given when it should be submit, status, collect or cancel");
    }
}
