/// The catalogue as people and programs read it: from a sentence of a document to the requirement
/// that quotes it, to the scenarios that test it, and back.
///
/// The rule: nothing is judged here. What is open is a [org.offloadtck.data.Problem] that the
/// catalogue's own checks found.
///
/// Start with [CatalogueTrace]; [TraceText] and [TraceJson] write it.
@NullMarked
package org.offloadtck.conformance.trace;

import org.jspecify.annotations.NullMarked;
