package org.offloadtck.reports.budget;

import org.offloadtck.data.Fields;

/// A budget as a report compared it with a figure.
///
/// @param key names the row of the budget file: its id, or `cycles of *_solve on t4` for a row
///   about kernels
/// @param reference the figure that the row had
/// @param value the figure that was measured, in the unit of the row
/// @param isKept whether the figure is within the margin
record JudgedBudget(String key, long reference, long value, boolean isKept) {

    /// The key of a row of a budget file.
    static String key(Fields row) {
        return row.has("kernel") ? key(row, row.text("device")) : row.text("id");
    }

    /// The key of a row about kernels, of which a report names the device elsewhere.
    static String key(Fields row, String device) {
        return "%s of %s on %s".formatted(row.text("metric"), row.text("kernel"), device);
    }
}
