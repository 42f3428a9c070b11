/// The requirement catalogue: the sentences of the documents that an implementation must satisfy.
///
/// A [Requirement] quotes a [Document][org.offloadtck.conformance.document.Document] word for word.
/// The quote's hash is kept with it, so that a reworded document or a retouched quote makes the row
/// suspect instead of silently changing what the tests stand for. [Catalogue#load] reads the
/// documents, the deviations and one file of requirements per stage, and refuses the whole with
/// every mistake it found.
///
/// The rule: a requirement is a sentence that others can find. Where the documents are silent, the
/// sentence is written down in the kit's own document first.
///
/// Start with [Catalogue]; [PlainText][org.offloadtck.conformance.document.PlainText] says what two
/// texts have to share to be the same sentence.
@NullMarked
package org.offloadtck.conformance.requirement;

import org.jspecify.annotations.NullMarked;
