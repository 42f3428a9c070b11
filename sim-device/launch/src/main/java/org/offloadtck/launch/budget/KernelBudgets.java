package org.offloadtck.launch.budget;

import java.util.Arrays;
import java.util.List;
import org.offloadtck.checks.suppression.NamePattern;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;
import org.offloadtck.data.Problem;

/// The budgets of a file, in its order.
public record KernelBudgets(List<KernelBudget> budgets) {

    /// No budgets.
    public static final KernelBudgets NONE = new KernelBudgets(List.of());

    public KernelBudgets {
        budgets = List.copyOf(budgets);
    }

    /// Reads a file.
    ///
    /// @param source name of the file, for messages
    /// @param yaml a list of mappings with the fields of [KernelBudget]; `margin` may be left out
    /// @throws org.offloadtck.data.DataException if the text is not such a list, or is empty
    public static KernelBudgets parse(String source, String yaml) {
        var rows = new DataText(source, yaml).yamlRows();
        if (rows.isEmpty()) {
            throw new DataException(
                    List.of(
                            new Problem(
                                    source,
                                    "document",
                                    "has no row when it should have a budget")));
        }
        return new KernelBudgets(rows.stream().map(row -> row.all(KernelBudgets::row)).toList());
    }

    private static KernelBudget row(Fields row) {
        return new KernelBudget(
                new NamePattern(row.text("kernel")),
                row.text("device"),
                row.choice("metric", Arrays.asList(KernelMetric.values()), KernelMetric::word),
                row.number("reference"),
                row.has("margin") ? row.integer("margin") : 0,
                row.text("source"));
    }

    /// Whether a budget is about cycles, so that launches have to be timed.
    public boolean needTiming() {
        return budgets.stream().anyMatch(budget -> budget.metric() == KernelMetric.CYCLES);
    }

    /// Compares the figures of a run with the budgets for its device.
    public BudgetReport judge(String device, List<KernelFigures> figures) {
        var outcomes =
                budgets.stream()
                        .filter(budget -> budget.device().equals(device))
                        .map(budget -> outcome(budget, figures))
                        .toList();
        return new BudgetReport(device, !budgets.isEmpty(), outcomes);
    }

    private static BudgetOutcome outcome(KernelBudget budget, List<KernelFigures> figures) {
        var kernels =
                figures.stream().filter(each -> budget.kernel().matches(each.kernel())).toList();
        if (kernels.isEmpty()) {
            return new BudgetOutcome.Missing(budget, "no kernel of this name ran");
        }
        if (budget.metric() == KernelMetric.CYCLES) {
            long error = kernels.stream().mapToLong(KernelFigures::cyclesError).sum();
            if (error > budget.slack()) {
                return new BudgetOutcome.Missing(
                        budget,
                        "the cycles are sampled, ± %,d, which the margin of %,d does not cover"
                                .formatted(error, budget.slack()));
            }
        }
        var values = kernels.stream().flatMap(each -> each.value(budget.metric())).toList();
        return values.size() < kernels.size()
                ? new BudgetOutcome.Missing(budget, "the device did not take this figure")
                : new BudgetOutcome.Measured(
                        budget, values.stream().mapToLong(Long::longValue).sum());
    }
}
