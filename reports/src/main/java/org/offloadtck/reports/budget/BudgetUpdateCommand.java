package org.offloadtck.reports.budget;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.InputFile;
import org.offloadtck.command.OutputFile;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck budget update`: replaces the references of budgets that moved.
@Command(
        name = "update",
        mixinStandardHelpOptions = true,
        description = {
            "Gives the budgets whose figures left their margin the measured figures as references, and the reason"
                    + " as their source. The other rows, comments and the form of the file stay.",
            "FILE is a list of budgets of kernels (exec --budget, simulate --budget) or of scenarios"
                    + " (corpus/budgets)."
        })
final class BudgetUpdateCommand implements Callable<Integer> {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(index = "0", paramLabel = "FILE", description = "The budgets.")
    private Path file = Path.of("");

    @Option(
            names = "--from",
            required = true,
            paramLabel = "REPORT",
            description =
                    "A report with the comparison: a folder of a report of run or its results.json, the JSON of"
                            + " exec --report or of simulate --json. May be repeated.")
    private List<Path> reports = List.of();

    @Option(
            names = "--reason",
            required = true,
            paramLabel = "TEXT",
            description = "Why the figures moved, and who measured them with what.")
    private String reason = "";

    @Override
    public Integer call() {
        if (reason.isBlank()) {
            throw wrong("--reason is empty when it should say why the figures moved");
        }
        var old = new DataText(file.toString(), InputFile.readText(file));
        BudgetFile budgets;
        BudgetFile.Update update;
        try {
            budgets = BudgetFile.read(old);
            var judged = JudgedBudgets.of(reports.stream().map(this::report).toList());
            update = budgets.follow(judged, reason);
        } catch (DataException fault) {
            throw wrong(String.valueOf(fault.getMessage()), fault);
        }
        if (update.unmeasured().size() == budgets.rows().size()) {
            throw wrong("no report has a figure for a budget of %s".formatted(file));
        }
        if (!update.moved().isEmpty()) {
            OutputFile.replace(file, update.text().getBytes(UTF_8));
        }
        print(update, budgets.rows().size());
        return ExitCode.OK;
    }

    private DataText report(Path place) {
        var report = Files.isDirectory(place) ? place.resolve("results.json") : place;
        return new DataText(report.toString(), InputFile.readText(report));
    }

    private void print(BudgetFile.Update update, int rows) {
        var out = spec.commandLine().getOut();
        for (var budget : update.moved()) {
            out.printf(
                    "%s: %,d -> %,d%s%n",
                    budget.key(), budget.reference(), budget.value(), change(budget));
        }
        update.unmeasured().forEach(key -> out.printf("%s: not measured%n", key));
        out.printf("%d of %d budgets have a new reference%n", update.moved().size(), rows);
        out.flush();
    }

    private static String change(JudgedBudget budget) {
        return budget.reference() == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        " (%+.1f %%)",
                        100.0 * (budget.value() - budget.reference()) / budget.reference());
    }

    private ParameterException wrong(String problem) {
        return new ParameterException(spec.commandLine(), problem);
    }

    private ParameterException wrong(String problem, DataException cause) {
        return new ParameterException(spec.commandLine(), problem, cause);
    }
}
