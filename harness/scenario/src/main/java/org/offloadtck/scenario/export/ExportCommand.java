package org.offloadtck.scenario.export;

import org.offloadtck.command.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `offload-tck export`: describes the execution of a plan for a scheduler.
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description = "Prints the execution of a plan as jobs of Kubernetes or GitHub.",
        subcommands = {ExportKubernetesCommand.class, ExportGithubCommand.class})
public final class ExportCommand implements Subcommand {

    @Spec private CommandSpec spec = CommandSpec.create();

    /// @throws ParameterException always: the work is that of the subcommands
    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "no format is given when it should be kubernetes or github");
    }
}
