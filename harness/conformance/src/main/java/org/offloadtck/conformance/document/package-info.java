/// The specification documents as the kit keeps them: saved pages, their sections, and the units
/// that are classified.
///
/// [SavedPage] extracts a document's lines from the web view that saved it ([DocumentView]).
/// [DocumentSection] groups them by heading, [BlockSplitter] splits a section into blocks, and a
/// [DocumentUnit] is a sentence, a table row or a block of code. [PlainText] defines when two texts
/// have the same words.
///
/// The rule: a document is never edited. Text that its view added is removed by rule, and a line
/// that breaks the rule is an error.
///
/// Start at [Document].
@NullMarked
package org.offloadtck.conformance.document;

import org.jspecify.annotations.NullMarked;
