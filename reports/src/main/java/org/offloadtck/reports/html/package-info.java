/// The page for auditors: one file, no script, no request.
///
/// [HtmlReport] lays out the sections; each section is a class that turns one view of the run into
/// a tree of `markup`. Failures come first, then the basis of each requirement, then the evidence.
///
/// The rule: every claim links to what it rests on. A verdict in the traceability table leads to
/// its result, a result to its requirements, a requirement to its document and deviations. Colour
/// only repeats what a word says.
@NullMarked
package org.offloadtck.reports.html;

import org.jspecify.annotations.NullMarked;
