/// Whether every sentence of the documents is accounted for.
///
/// Every quote, of a requirement or of a passage, marks its words wherever they stand in any of the
/// documents: one sentence in two editions needs one row. A unit whose words are all marked is
/// classified: as a requirement if a requirement has some of them, as informative if not.
///
/// The rule: nothing is classified in bulk. What no quote marks is a problem that names the
/// document and the section and has the text, ready to be quoted.
///
/// Start with [Classification#of].
@NullMarked
package org.offloadtck.conformance.classification;

import org.jspecify.annotations.NullMarked;
