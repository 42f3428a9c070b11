package org.offloadtck.reports.budget;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.offloadtck.conformance.result.Evidence.BudgetLine;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;
import org.offloadtck.data.Problem;

/// The budgets that reports compared with a figure, by the key of their row.
record JudgedBudgets(Map<String, JudgedBudget> byKey) {

    JudgedBudgets {
        byKey = new TreeMap<>(byKey);
    }

    /// Reads reports: results documents of `run`, and what `exec --report` and `simulate --json`
    /// write.
    ///
    /// @throws DataException if a text is none of them, or two of its figures for one budget differ
    static JudgedBudgets of(List<DataText> reports) {
        var byKey = new TreeMap<String, JudgedBudget>();
        for (var report : reports) {
            for (var judged : read(report)) {
                var earlier = byKey.putIfAbsent(judged.key(), judged);
                if (earlier != null && !earlier.equals(judged)) {
                    throw new DataException(
                            List.of(
                                    new Problem(
                                            report.source(),
                                            judged.key(),
                                            "is %d of %d when it is %d of %d elsewhere"
                                                    .formatted(
                                                            judged.value(),
                                                            judged.reference(),
                                                            earlier.value(),
                                                            earlier.reference()))));
                }
            }
        }
        return new JudgedBudgets(byKey);
    }

    private static List<JudgedBudget> read(DataText report) {
        var fields = report.json();
        return switch (fields.text("schema")) {
            case "offload-tck-run", "offload-tck-simulation" -> ofKernels(fields);
            default -> ofScenarios(ResultDocument.parse(report));
        };
    }

    private static List<JudgedBudget> ofKernels(Fields report) {
        if (!report.has("budgets")) {
            return List.of();
        }
        var device = report.text("device");
        var all = new ArrayList<JudgedBudget>();
        for (var row : report.rows("budgets")) {
            if (row.has("value")) {
                all.add(
                        new JudgedBudget(
                                JudgedBudget.key(row, device),
                                row.number("reference"),
                                row.number("value"),
                                row.text("verdict").equals(VerdictKind.PASS.name())));
            }
        }
        return all;
    }

    private static List<JudgedBudget> ofScenarios(ResultDocument document) {
        var all = new ArrayList<JudgedBudget>();
        for (Result result : document.results()) {
            for (var evidence : result.evidence()) {
                if (evidence instanceof BudgetLine line
                        && line.outcome() != VerdictKind.HARNESS_ERROR) {
                    all.add(
                            new JudgedBudget(
                                    line.budget(),
                                    line.budgeted(),
                                    line.measured().value(),
                                    line.outcome() == VerdictKind.PASS));
                }
            }
        }
        return all;
    }
}
