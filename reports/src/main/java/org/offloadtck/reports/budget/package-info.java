/// New references for budgets whose figures moved on purpose.
///
/// A budget file is a list of rows that people write, with comments. A report says what became of
/// each row: [JudgedBudgets] reads the reports of `run`, `exec` and `simulate`, [BudgetFile]
/// replaces the reference and the source of the rows that moved, and [BudgetCommand] does so for a
/// user who states the reason.
///
/// The rule: a row within its margin stays as it is, so that many small steps cannot move a
/// reference unseen.
@NullMarked
package org.offloadtck.reports.budget;

import org.jspecify.annotations.NullMarked;
