package org.offloadtck.reports.html;

import static org.offloadtck.reports.markup.Element.element;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.conformance.result.Evidence.BudgetLine;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.reports.markup.Element;
import org.offloadtck.reports.markup.Node;
import org.offloadtck.reports.trace.RunTrace;

/// Every figure that was compared with a budget, with both numbers.
final class BudgetTable {

    private static final List<String> HEADINGS =
            List.of(
                    "Budget",
                    "Subject",
                    "Device",
                    "Figure",
                    "Measured",
                    "Budgeted",
                    "Difference",
                    "Verdict",
                    "Source of the budget");

    private BudgetTable() {}

    /// The table; empty if no result carries a budget.
    static List<Element> of(ResultDocument document) {
        var rows = new ArrayList<Element>();
        for (var result : document.results()) {
            for (var evidence : result.evidence()) {
                if (evidence instanceof BudgetLine line) {
                    rows.add(row(result, line));
                }
            }
        }
        return rows.isEmpty() ? List.of() : List.of(HtmlTable.of(HEADINGS, rows));
    }

    private static Element row(Result result, BudgetLine line) {
        var measured = line.measured();
        long difference = measured.value() - line.budgeted();
        var sign = difference > 0 ? "+" : "";
        var margin = line.margin() == 0 ? "exact" : "± %d %%".formatted(line.margin());
        return element(
                "tr",
                element("td", Anchor.link(result.identity(), Node.text(line.budget()))),
                element("td", line.subject()),
                element("td", RunTrace.name(result.identity().device())),
                element("td", "%s (%s)".formatted(measured.name(), measured.unit())),
                element("td", ReadableNumber.grouped(measured.value())).with("class", "number"),
                element("td", "%s %s".formatted(ReadableNumber.grouped(line.budgeted()), margin))
                        .with("class", "number"),
                element("td", sign + ReadableNumber.grouped(difference)).with("class", "number"),
                element("td", StatusBadge.of(line.outcome())).with("class", "verdict"),
                element("td", line.source()));
    }
}
