package org.offloadtck.launch.budget;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.offloadtck.launch.budget.BudgetOutcome.Measured;
import org.offloadtck.launch.budget.BudgetOutcome.Missing;

/// The budgets of a run, compared.
///
/// @param isDemanded whether there is a budget file
/// @param outcomes of the budgets for the device
public record BudgetReport(String device, boolean isDemanded, List<BudgetOutcome> outcomes) {

    /// The report of a run without budgets.
    public static final BudgetReport NONE = new BudgetReport("", false, List.of());

    public BudgetReport {
        outcomes = List.copyOf(outcomes);
    }

    /// Whether a budget is broken, or none is for the device.
    public boolean isBroken() {
        return isDemanded
                && (outcomes.isEmpty() || outcomes.stream().anyMatch(BudgetOutcome::isBroken));
    }

    /// Whole lines: a summary, then a line for each budget that is not kept as it is; empty without
    /// a budget file.
    public String text() {
        if (!isDemanded) {
            return "";
        }
        if (outcomes.isEmpty()) {
            return "offload-tck: no budget is for the device %s\n".formatted(device);
        }
        long broken = outcomes.stream().filter(BudgetOutcome::isBroken).count();
        var text =
                new StringBuilder(
                        "offload-tck: %d of %d budgets kept\n"
                                .formatted(outcomes.size() - broken, outcomes.size()));
        for (var outcome : outcomes) {
            line(outcome).ifPresent(line -> text.append("  ").append(line).append('\n'));
        }
        return text.toString();
    }

    private Optional<String> line(BudgetOutcome outcome) {
        return switch (outcome) {
            case Missing(var budget, var reason) ->
                    Optional.of("NOT_MEASURED    %s: %s".formatted(name(budget), reason));
            case Measured measured when measured.isRegressed() ->
                    Optional.of(
                            "PERF_REGRESSED  %s is %,d when it should be at most %,d (%s)%s"
                                    .formatted(
                                            name(measured.budget()),
                                            measured.value(),
                                            measured.budget().most(),
                                            change(measured),
                                            mover(measured)));
            case Measured measured when measured.isImproved() ->
                    Optional.of(
                            "PERF_IMPROVED   %s is %,d when the reference is %,d (%s): the reference should follow"
                                    .formatted(
                                            name(measured.budget()),
                                            measured.value(),
                                            measured.budget().reference(),
                                            change(measured)));
            case Measured _ -> Optional.empty();
        };
    }

    private static String name(KernelBudget budget) {
        return "%s of %s".formatted(budget.metric().word(), budget.kernel().text());
    }

    /// The other figure of the same kernels that moved most; empty if there is none.
    private String mover(Measured regressed) {
        return outcomes.stream()
                .flatMap(BudgetReport::measured)
                .filter(other -> other.budget().kernel().equals(regressed.budget().kernel()))
                .max(Comparator.comparingDouble(other -> Math.abs(ratio(other) - 1)))
                .filter(other -> other.budget().metric() != regressed.budget().metric())
                .map(other ->
                        "; %s moved most (%s)"
                                .formatted(other.budget().metric().word(), change(other)))
                .orElse("");
    }

    private static Stream<Measured> measured(BudgetOutcome outcome) {
        return switch (outcome) {
            case Measured measured -> Stream.of(measured);
            case Missing _ -> Stream.empty();
        };
    }

    /// A figure that was nothing has grown without bound.
    private static double ratio(Measured measured) {
        long reference = measured.budget().reference();
        if (reference == 0) {
            return measured.value() == 0 ? 1 : Double.POSITIVE_INFINITY;
        }
        return (double) measured.value() / reference;
    }

    private static String change(Measured measured) {
        return measured.budget().reference() == 0
                ? "the reference is 0"
                : String.format(Locale.ROOT, "%+.1f %%", (ratio(measured) - 1) * 100);
    }

    /// Adds an object for each outcome.
    public void putInto(ArrayNode array) {
        for (var outcome : outcomes) {
            var node = array.addObject();
            var budget = outcome.budget();
            node.put("kernel", budget.kernel().text());
            node.put("metric", budget.metric().word());
            node.put("reference", budget.reference());
            node.put("margin", budget.margin());
            node.put("source", budget.source());
            node.put("verdict", verdict(outcome));
            switch (outcome) {
                case Measured measured -> node.put("value", measured.value());
                case Missing missing -> node.put("reason", missing.reason());
            }
        }
    }

    private static String verdict(BudgetOutcome outcome) {
        return switch (outcome) {
            case Missing _ -> "NOT_MEASURED";
            case Measured measured when measured.isRegressed() -> "PERF_REGRESSED";
            case Measured measured when measured.isImproved() -> "PERF_IMPROVED";
            case Measured _ -> "PASS";
        };
    }
}
