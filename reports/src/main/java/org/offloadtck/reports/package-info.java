/// Reports the results of a run to people and programs.
///
/// - `trace`: joins a result document with the catalogue: document, requirement, scenarios,
///   verdicts.
/// - `html`: one static page for auditors.
/// - `junit`: JUnit XML for continuous integration.
/// - `terminal`: the table of verdicts per requirement.
/// - `markup`: the typed tree behind the page and the XML; all escaping is there.
///
/// The rule: a report adds nothing. Everything it shows is in the result document or the catalogue,
/// and equal inputs give equal bytes.
///
/// Start with [ReportFolder].
@NullMarked
package org.offloadtck.reports;

import org.jspecify.annotations.NullMarked;
