/// The report of a check: plain values, and their form as text.
///
/// The rule: a report is complete without the file it is about. Its text and its JSON form
/// (`object.command`) have the same contents.
///
/// Start at [FileReport].
@NullMarked
package org.offloadtck.object.check.report;

import org.jspecify.annotations.NullMarked;
