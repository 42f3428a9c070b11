package org.offloadtck.conformance.budget;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import org.offloadtck.conformance.budget.Budget.Better;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.Evidence.BudgetLine;
import org.offloadtck.conformance.result.Evidence.Measurements;
import org.offloadtck.conformance.result.Metric;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;

/// The budgets of a file, in its order.
///
/// Requirements: KL-11, KL-19.
public record Budgets(List<Budget> budgets) {

    public Budgets {
        budgets = List.copyOf(budgets);
    }

    /// Reads a list of rows with the fields of [Budget]; `margin` may be left out for an exact one,
    /// and `better` for a cost.
    ///
    /// @throws DataException if a row is not a budget, or two have one id
    public static Budgets load(DataText yaml) {
        var ids = new HashSet<String>();
        var budgets = new ArrayList<Budget>();
        for (var row : yaml.yamlRows()) {
            var budget = row.all(Budgets::budget);
            if (!ids.add(budget.id())) {
                throw row.wrong("id is taken by an earlier row");
            }
            budgets.add(budget);
        }
        return new Budgets(budgets);
    }

    /// Compares the figures with every budget of their subject on the device. A budget without a
    /// measured figure yields no line; [#unmeasured] lists it.
    public List<BudgetLine> judge(Measurements measured, DeviceIdentity device) {
        return of(measured, device).stream()
                .flatMap(budget ->
                        measured.metrics().stream()
                                .filter(metric -> metric.name().equals(budget.metric()))
                                .map(budget::judge))
                .toList();
    }

    /// The budgets of the subject on the device whose figure was not taken.
    public List<Budget> unmeasured(Measurements measured, DeviceIdentity device) {
        var names = measured.metrics().stream().map(Metric::name).toList();
        return of(measured, device).stream()
                .filter(budget -> !names.contains(budget.metric()))
                .toList();
    }

    /// The verdict of a scenario that keeps these budgets: those that regressed decide, then faults
    /// of the kit, then improvements. The reason has both numbers of each budget that decides.
    public static Verdict verdict(List<BudgetLine> lines) {
        for (var kind :
                List.of(
                        VerdictKind.PERF_REGRESSED,
                        VerdictKind.HARNESS_ERROR,
                        VerdictKind.PERF_IMPROVED)) {
            var deciding = lines.stream().filter(line -> line.outcome() == kind).toList();
            if (!deciding.isEmpty()) {
                return Verdict.of(
                        kind, deciding.stream().map(BudgetLine::text).collect(joining("; ")));
            }
        }
        return Verdict.pass();
    }

    private List<Budget> of(Measurements measured, DeviceIdentity device) {
        return budgets.stream()
                .filter(budget -> budget.subject().equals(measured.subject()))
                .filter(budget -> budget.device().equals(device.toString()))
                .toList();
    }

    private static String word(Better better) {
        return better.name().toLowerCase(Locale.ROOT);
    }

    private static Budget budget(Fields row) {
        return new Budget(
                row.text("id"),
                row.text("subject"),
                row.text("device"),
                row.text("metric"),
                row.number("value"),
                row.text("unit"),
                row.has("margin") ? row.integer("margin") : 0,
                row.has("better")
                        ? row.choice("better", List.of(Better.values()), Budgets::word)
                        : Better.LESS,
                row.text("source"));
    }
}
