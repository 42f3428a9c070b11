/// A tree of elements and texts, and its two serial forms, HTML and XML.
///
/// The rule: text is escaped when it is written and nowhere else, so no caller can forget it.
/// [Verbatim] is the one exception, for the kit's own style sheet.
@NullMarked
package org.offloadtck.reports.markup;

import org.jspecify.annotations.NullMarked;
