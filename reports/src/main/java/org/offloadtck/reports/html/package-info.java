/// The page an auditor reads: one file, no script, nothing fetched.
///
/// [HtmlReport] lays out the sections; each section is a class that turns one view of the run into
/// a tree of `markup`. What the reader is after comes first: what broke, then what each requirement
/// rests on, then the evidence.
///
/// The rule: every claim links to what it rests on. A verdict in the traceability table leads to
/// its result, a result to its requirements, a requirement to its document and deviations. Colour
/// only repeats what a word says.
@NullMarked
package org.offloadtck.reports.html;

import org.jspecify.annotations.NullMarked;
