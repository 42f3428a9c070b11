package org.offloadtck.reports.budget;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;
import org.offloadtck.data.Problem;
import org.offloadtck.data.YamlRowEdit;

/// A list of budgets as it stands in a file: of kernels (`exec --budget`) or of scenarios
/// (`corpus/budgets`).
///
/// @param rows in the order of the file
record BudgetFile(DataText text, List<Row> rows) {

    BudgetFile {
        rows = List.copyOf(rows);
    }

    /// A row.
    ///
    /// @param field the name of the field that has the reference: `reference`, `value`
    record Row(String key, String field, long reference) {

        private static Row of(Fields row) {
            var field = row.has("kernel") ? "reference" : "value";
            return new Row(JudgedBudget.key(row), field, row.number(field));
        }
    }

    /// What became of the file.
    ///
    /// @param text the new text of the file
    /// @param moved the budgets that have a new reference, in the order of the file
    /// @param unmeasured the keys of the rows that no report has a figure for
    record Update(String text, List<JudgedBudget> moved, List<String> unmeasured) {

        Update {
            moved = List.copyOf(moved);
            unmeasured = List.copyOf(unmeasured);
        }
    }

    /// @throws DataException if the text is no list of rows with a key and a reference
    static BudgetFile read(DataText text) {
        return new BudgetFile(text, text.yamlRows().stream().map(Row::of).toList());
    }

    /// Gives the rows whose figures left their margin these figures as references.
    ///
    /// @param reason the new `source` of those rows
    /// @throws DataException if a report compared with another reference than the row has
    Update follow(JudgedBudgets judged, String reason) {
        var moved = new ArrayList<JudgedBudget>();
        var unmeasured = new ArrayList<String>();
        var values = new TreeMap<Integer, Map<String, Object>>();
        for (int i = 0; i < rows.size(); i++) {
            var row = rows.get(i);
            var budget = judged.byKey().get(row.key());
            if (budget == null) {
                unmeasured.add(row.key());
            } else if (budget.reference() != row.reference()) {
                throw wrong(
                        row,
                        "%s is %d when the report compared with %d: run again with this file"
                                .formatted(row.field(), row.reference(), budget.reference()));
            } else if (!budget.isKept()) {
                moved.add(budget);
                values.put(i, Map.of(row.field(), budget.value(), "source", reason));
            }
        }
        return new Update(YamlRowEdit.replace(text, values), moved, unmeasured);
    }

    private DataException wrong(Row row, String problem) {
        return new DataException(List.of(new Problem(text.source(), row.key(), problem)));
    }
}
