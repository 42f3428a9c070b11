/// Verdicts and budgeted figures over several runs.
///
/// A [RunHistory] is a list of runs in the order in which they started, and a series for each
/// budgeted figure. It is text for the terminal ([HistoryText]) and a page with charts ([Chart]),
/// which stand beside the tables of what they draw.
///
/// The one rule: a run is what its document says; nothing is interpolated where a run lacks a
/// figure.
///
/// Start at [RunHistory].
@NullMarked
package org.offloadtck.reports.history;

import org.jspecify.annotations.NullMarked;
