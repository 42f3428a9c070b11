/// Classifies every sentence of the documents.
///
/// Every quote, of a requirement or of a passage, marks its words wherever they stand in any of the
/// documents: one sentence in two editions needs one row. A unit whose words are all marked is
/// classified: as a requirement if a requirement has some of them, as informative if not.
///
/// The rule: nothing is classified in bulk. Text that no quote covers is a problem that names the
/// document and the section, with the text ready to be quoted.
///
/// Start with [Classification#of].
@NullMarked
package org.offloadtck.conformance.classification;

import org.jspecify.annotations.NullMarked;
