package org.offloadtck.reports.budget;

import org.offloadtck.command.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `offload-tck budget`: works on budget files.
@Command(
        name = "budget",
        mixinStandardHelpOptions = true,
        description = "Works on files of budgets.",
        subcommands = BudgetUpdateCommand.class)
public final class BudgetCommand implements Subcommand {

    @Spec private CommandSpec spec = CommandSpec.create();

    /// @throws ParameterException always: the work is that of the subcommands
    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "no command is given when it should be: update");
    }
}
