package org.offloadtck.launch.command;

import java.nio.file.Path;
import java.util.Optional;
import org.offloadtck.command.InputFile;
import org.offloadtck.launch.budget.KernelBudgets;
import picocli.CommandLine.Option;

/// The option of a command about what kernels may cost.
public final class BudgetOption {

    @Option(
            names = "--budget",
            paramLabel = "FILE",
            description = "Exit with 1 if kernels need more than FILE permits.")
    private Optional<Path> file = Optional.empty();

    /// Reads the file.
    ///
    /// @param directory to which its name is relative
    /// @throws org.offloadtck.command.UnreadableInputException if it cannot be read
    /// @throws org.offloadtck.data.DataException if it is not a list of budgets
    public KernelBudgets read(Path directory) {
        return file.map(name ->
                        KernelBudgets.parse(
                                name.toString(), InputFile.readText(directory.resolve(name))))
                .orElse(KernelBudgets.NONE);
    }
}
